"""Messages and their files in the words of Discord's API: what REST answers and gateway events carry."""

from __future__ import annotations

from urllib.parse import quote

from bot.local.snowflakes import created_at, iso
from bot.local.state.media import resolve_components, resolve_embeds, shown_here
from bot.local.state.model import Attachment, Json, Message, Origin, Reaction
from bot.local.state.places import PlacePayloads, text

_LINK_LIFE = 24 * 3600


class Payloads(PlacePayloads):
    """Writes all payloads, those of places and people included."""

    def _file_url(self, attachment: Attachment, channel_id: int) -> str:
        """The signed link to a file."""
        folder = "ephemeral-attachments" if attachment.ephemeral else "attachments"
        owner = self.world.secrets.application_id if attachment.ephemeral else channel_id
        now = int(self.world.clock())
        return (
            f"{self.base}/{folder}/{owner}/{attachment.id}/{quote(attachment.filename)}"
            f"?ex={now // 3600 * 3600 + _LINK_LIFE:x}&is={now // 3600 * 3600:x}"
            f"&hm={self.world.file_signature(attachment.id)}"
        )

    def loose_attachment(self, attachment: Attachment) -> Json:
        """A file that came with an interaction and stands in no message."""
        return self.attachment(attachment, 0)

    def attachment(self, attachment: Attachment, channel_id: int) -> Json:
        url = self._file_url(attachment, channel_id)
        payload: Json = {
            "id": str(attachment.id),
            "filename": attachment.filename,
            "size": attachment.size,
            "content_type": attachment.content_type,
            "url": url,
            "proxy_url": url,
            "flags": 8 if attachment.filename.startswith("SPOILER_") else 0,
        }
        if attachment.width is not None:
            payload |= {"width": attachment.width, "height": attachment.height}
        if attachment.description is not None:
            payload["description"] = attachment.description
        if attachment.ephemeral:
            payload["ephemeral"] = True
        return payload

    def _elsewhere(self, attachment_id: int) -> Json | None:
        """A file by its id alone, for the messages that show its address."""
        holder = self.world.holder(attachment_id)
        if holder is None:
            return None
        return next(self.attachment(a, holder.channel_id) for a in holder.attachments if a.id == attachment_id)

    def message(self, message: Message, *, with_reference: bool = True) -> Json:
        world = self.world
        author = world.people[message.author_id]
        files = {a.id: self.attachment(a, message.channel_id) for a in message.attachments}
        embeds, shown = resolve_embeds(message.embeds, files)
        shown |= shown_here(message.components)
        payload: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "type": message.type,
            "author": self.user(author),
            "content": message.content,
            "timestamp": iso(created_at(message.id)),
            "edited_timestamp": message.edited_at,
            "tts": message.tts,
            "mention_everyone": message.mention_everyone,
            "mentions": [self.user(world.people[p]) for p in message.mentions if p in world.people],
            "mention_roles": [str(r) for r in message.mention_roles],
            "attachments": [file for key, file in files.items() if key not in shown],
            "embeds": embeds,
            "components": resolve_components(message.components, files, self._elsewhere),
            "pinned": message.pinned_at is not None,
            "flags": message.flags,
        }
        if message.reactions:
            payload["reactions"] = [self._reaction(r) for r in message.reactions]
        if message.nonce is not None:
            payload["nonce"] = message.nonce
        if message.by_webhook:
            payload |= {
                "webhook_id": str(world.secrets.application_id),
                "application_id": str(world.secrets.application_id),
            }
        elif author.bot:
            payload["application_id"] = str(world.secrets.application_id)
        if message.origin is not None:
            payload["interaction_metadata"] = self._origin(message.origin)
            if message.origin.type == 2:
                payload["interaction"] = {
                    "id": str(message.origin.id),
                    "type": 2,
                    "name": message.origin.name,
                    "user": self.user(world.person(message.origin.user_id)),
                }
        if message.reference is not None:
            payload["message_reference"] = message.reference
            if with_reference:
                target = world.find_message(
                    int(message.reference["channel_id"]), int(message.reference.get("message_id", 0))
                )
                if target is not None and target.only_for not in (None, message.only_for):
                    target = None  # nobody else may see a person's ephemeral message
                payload["referenced_message"] = target and self.message(target, with_reference=False)
        if message.id in world.channels:
            payload["thread"] = self.channel(world.channels[message.id])
        return payload

    def gateway_message(self, message: Message) -> Json:
        """A message as MESSAGE_CREATE and MESSAGE_UPDATE carry it."""
        payload = self.message(message)
        channel = self.world.channels[message.channel_id]
        payload["channel_type"] = channel.type
        guild = self.world.guild_of(channel)
        if guild is not None:
            payload["guild_id"] = str(guild.id)
            if message.author_id in guild.members:
                payload["member"] = self.member(guild.members[message.author_id])
            for mention in payload["mentions"]:
                if int(mention["id"]) in guild.members:
                    mention["member"] = self.member(guild.members[int(mention["id"])])
        return payload

    def _reaction(self, reaction: Reaction) -> Json:
        count = len(reaction.users)
        return {
            "emoji": reaction.emoji,
            "count": count,
            "count_details": {"burst": 0, "normal": count},
            "burst_colors": [],
            "me": self.world.bot.id in reaction.users,
            "me_burst": False,
            "users": [str(u) for u in reaction.users],
        }

    def _origin(self, origin: Origin) -> Json:
        payload: Json = {
            "id": str(origin.id),
            "type": origin.type,
            "user": self.user(self.world.person(origin.user_id)),
            "authorizing_integration_owners": self.owners(None),
        }
        if origin.type == 2:
            payload |= {"name": origin.name, "command_type": 1}
        if origin.target_id is not None:
            payload |= {"command_type": 3, "target_message_id": str(origin.target_id)}
        if origin.type == 3:
            payload["interacted_message_id"] = text(origin.message_id)
        if origin.original_id is not None:
            payload["original_response_message_id"] = str(origin.original_id)
        if origin.type == 5 and origin.triggered_by is not None:
            payload["triggering_interaction_metadata"] = self._origin(origin.triggered_by)
        return payload


__all__ = ["Payloads", "text"]
