// A bot as one writes it with discord.js 14. Only the two addresses under `rest` are this machine's.
// Run with the address of a Discord and a token; it prints "ready" when its commands are registered.

import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  EmbedBuilder,
  Events,
  GatewayIntentBits,
  MessageFlags,
  ModalBuilder,
  Partials,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";

const [url, token] = process.argv.slice(2);
const client = new Client({
  intents: [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.GuildMessageReactions,
    GatewayIntentBits.DirectMessages,
  ],
  partials: [Partials.Channel],
  rest: { api: `${url}/api`, cdn: url },
});

const COLORS = ["red", "green", "grey"];
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const picture = () => new AttachmentBuilder(PICTURE, { name: "dot.png", description: "A dot" });

const commands = [
  new SlashCommandBuilder()
    .setName("paint")
    .setDescription("Paint something")
    .addStringOption((o) => o.setName("color").setDescription("Which").setRequired(true).setAutocomplete(true))
    .addIntegerOption((o) => o.setName("times").setDescription("How often").setMinValue(1).setMaxValue(5))
    .addUserOption((o) => o.setName("whose").setDescription("For whom")),
  new SlashCommandBuilder().setName("think").setDescription("Answer later, with a picture"),
  new SlashCommandBuilder()
    .setName("upload")
    .setDescription("Read a file")
    .addAttachmentOption((o) => o.setName("file").setDescription("Which").setRequired(true)),
  new SlashCommandBuilder().setName("write").setDescription("Write me"),
  new SlashCommandBuilder().setName("errands").setDescription("Everything else that bots do"),
];

const row = (...parts) => new ActionRowBuilder().addComponents(...parts);
const controls = () => [
  row(
    new ButtonBuilder().setCustomId("join").setLabel("Join").setStyle(ButtonStyle.Success),
    new ButtonBuilder().setCustomId("form").setLabel("Form").setStyle(ButtonStyle.Secondary),
  ),
  row(
    new StringSelectMenuBuilder()
      .setCustomId("pick")
      .setMaxValues(2)
      .addOptions(COLORS.map((color) => ({ label: color.toUpperCase(), value: color }))),
  ),
];

const HANDLERS = {
  async paint(interaction) {
    const whose = interaction.options.getMember("whose")?.displayName ?? "nobody";
    const times = interaction.options.getInteger("times") ?? 1;
    const content = `${interaction.options.getString("color")} ${times} ${whose}`;
    await interaction.reply({ content, components: controls() });
  },
  async think(interaction) {
    await interaction.deferReply();
    await interaction.editReply({ content: "Thought", files: [picture()] });
    await interaction.followUp({ content: "Between us", flags: MessageFlags.Ephemeral });
  },
  async upload(interaction) {
    const file = interaction.options.getAttachment("file");
    const text = await (await fetch(file.url)).text();
    await interaction.reply({ content: `${file.name} ${text}`, flags: MessageFlags.Ephemeral });
  },
  async write(interaction) {
    const message = await interaction.user.send({ content: "Hello", files: [picture()], components: controls() });
    await message.edit("Hello again");
    await interaction.reply({ content: "Sent", flags: MessageFlags.Ephemeral });
  },
  async join(interaction) {
    await interaction.update({ content: `${interaction.user.displayName} joined`, components: [] });
  },
  async pick(interaction) {
    await interaction.deferUpdate();
    await interaction.followUp({ content: interaction.values.join(" "), flags: MessageFlags.Ephemeral });
  },
  async form(interaction) {
    const name = new TextInputBuilder()
      .setCustomId("name")
      .setLabel("Name")
      .setStyle(TextInputStyle.Short)
      .setMaxLength(20);
    await interaction.showModal(new ModalBuilder().setCustomId("named").setTitle("A name").addComponents(row(name)));
  },
  async named(interaction) {
    const content = `Named ${interaction.fields.getTextInputValue("name")}`;
    await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  },
  async errands(interaction) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const { guild, channel } = interaction;
    const done = [];
    const embed = new EmbedBuilder().setTitle("A dot").setImage("attachment://dot.png");
    const message = await channel.send({ embeds: [embed], files: [picture()] });
    done.push(message.embeds[0].image.url.startsWith(url));
    await message.react("👍");
    const reaction = (await message.fetch()).reactions.cache.get("👍");
    done.push((await reaction.users.fetch()).has(client.user.id));
    await reaction.users.remove(client.user.id);
    const answer = await message.reply("A reply");
    done.push((await answer.fetchReference()).id === message.id);
    await message.pin();
    const pinned = await channel.messages.fetchPins();
    done.push(pinned.items[0].message.id === message.id);
    await message.unpin();
    const thread = await message.startThread({ name: "aside" });
    await thread.send("In the thread");
    await thread.setName("beside");
    done.push((await thread.messages.fetch()).some((m) => m.content === "In the thread"));
    await thread.setArchived(true);
    await thread.delete();
    await channel.bulkDelete([message.id, answer.id]);
    done.push((await channel.messages.fetch({ limit: 10 })).every((m) => m.id !== answer.id));
    done.push((await guild.channels.fetch()).size === 2);
    done.push((await guild.roles.fetch()).size === 2);
    done.push((await guild.members.fetch(interaction.user.id)).displayName === interaction.user.displayName);
    done.push((await guild.members.fetch({ query: "alex", limit: 5 })).size === 1);
    done.push((await guild.members.fetchMe()).permissions.has("ManageMessages"));
    done.push((await client.users.fetch(interaction.user.id, { force: true })).id === interaction.user.id);
    const emoji = await client.application.emojis.create({ attachment: PICTURE, name: "dot" });
    done.push((await fetch(emoji.imageURL({ extension: "png" }))).ok);
    await client.application.emojis.delete(emoji);
    const made = await guild.channels.create({ name: "made", topic: "Here" });
    await made.setTopic("There");
    done.push((await made.fetch()).topic === "There");
    await made.delete();
    await channel.sendTyping();
    const unknown = await channel.messages.fetch("1").catch((error) => error.code);
    done.push(unknown === 10008);
    await client.application.commands.fetch();
    const own = await guild.commands.create({ name: "here", description: "Only here" });
    await guild.commands.edit(own.id, { description: "Here alone" });
    await own.delete();
    await interaction.editReply(done.map(Number).join(""));
  },
};

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isAutocomplete()) {
    const found = COLORS.filter((color) => color.startsWith(interaction.options.getFocused()));
    await interaction.respond(found.map((color) => ({ name: color.toUpperCase(), value: color })));
  } else {
    await HANDLERS[interaction.commandName ?? interaction.customId](interaction);
  }
});
client.on(Events.Error, (error) => console.error(error));
client.once(Events.ClientReady, async () => {
  await client.application.commands.set(commands);
  console.log("ready");
});
process.on("unhandledRejection", (error) => {
  console.error(error);
  process.exit(1);
});
await client.login(token);
