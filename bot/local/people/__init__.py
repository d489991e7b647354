"""The person-side API: what the page and the tests use to act as people.

JSON over the server's own address. Ids are strings, times ISO 8601. Only loopback ``Host`` headers are served; an
``Origin`` other than the server's own is refused. A refusal has a status of 400 to 504 and ``{"code": "word",
"message": "A sentence."}``; wrong options add ``options: {name: sentence}``, wrong fields of a form ``fields``.

Who is calling: ``Authorization: Bearer KEY``. Each person has a key; ``http://127.0.0.1:PORT/?key=KEY`` is the sign-in
link, whose key the page keeps for its own window, so that two windows can be two people. All keys are told to all:
it is one machine.

    POST   /local/enter {key?}                        {key, person}; without a key the host
    GET    /local/state                               me, bot, application_id, people, servers, dms, emojis, faults
    GET    /local/people                              everybody with key and link
    POST   /local/people {name?, locale?}             a new guest with key and link, a member at once
    PATCH  /local/people/{id | @me}                   {name?, locale?, dms_open?, member?}
    PUT    /local/people/{id}/roles {roles: [ids]}    just these roles, besides @everyone
    POST   /local/roles                               {name, permissions?: [names], server_id?}: a new role: {id}
    POST   /local/dms                                 the DM with the bot, opened where there is none; GET lists it
    POST   /local/channels {name, topic?, server_id?} a new channel, for the host; without a server in the first one
    POST   /local/servers {name, permissions?}        a new server of the host's, with everybody and the bot
    DELETE /local/servers/{id}                        the server goes, with its channels
    PUT, DELETE  /local/servers/{id}/bot              the bot is invited to the server, or removed from it
    PATCH  /local/channels/{id} {name?, archived?}    rename, archive a thread
    POST   /local/channels/{id}/threads               {name, message_id?}
    GET    /local/channels/{id}/messages              ?before= &after= &around= &limit=; oldest first
    POST   /local/channels/{id}/messages              {content, reply_to?}, or multipart: payload_json and files[n]
    GET, PATCH {content}, DELETE  .../messages/{id}   own ones; DELETE also dismisses an ephemeral one
    PUT, DELETE  .../messages/{id}/reactions/{emoji}
    POST   /local/channels/{id}/read {message_id?}    {channel_id, unread, mentions}
    POST   /local/channels/{id}/typing
    GET    /local/channels/{id}/commands              as seen here: *_localized beside name and description
    POST   /local/channels/{id}/commands              {command: "game new", options: {name: value}, nonce?}:
                                                      202 {interaction_id}; a file is the n of files[n]
    POST   /local/channels/{id}/autocomplete          {command, options, focused}: {choices}; 504 after three seconds
    POST   .../messages/{id}/components               {custom_id, values?, nonce?, seen?}: 202 {interaction_id}; seen is
                                                      the edited_timestamp of the message as it is shown: with it a
                                                      click that crossed with an edit is no error: 200 {interaction_id:
                                                      null, code: "late", message}
    GET    /local/channels/{id}/message-commands      those in the menus of its messages
    POST   .../messages/{id}/commands                 {command, nonce?}: 202 {interaction_id}; one of a message's menu
    POST   /local/modals/{interaction_id}             {fields: {custom_id: value}}: 202; DELETE closes it unsent
    GET, PATCH  /local/faults                         latency_ms, rate_limits, dms_too_fast, rules; add: a rule
    POST   /local/gateway {action, shard}             drop, forget, reconnect, invalidate; leave, return
    PUT    /local/channels/{id}/bot-permissions       {deny: [names]}
    GET    /local/log?after=N                         {entries, last, refused}; DELETE empties it
    GET    /local/counts                              {requests: [{method, route, own_token, requests, refused, bytes,
                                                      files}], invalid, banned}; DELETE begins anew
    POST   /local/clock {forward}                     the server's clock, so many seconds on: {now, ahead}
    GET    /local/events?key=KEY[&log=1]              the WebSocket

Messages are Discord's message objects with every link resolved (flags: 64 ephemeral, 128 "is thinking…", 32768
Components V2). What still "thinks" fifteen minutes after its id was made will never be filled in. Values of a
form: text input a string; selects and checkbox groups lists of strings; radio group a string or null; checkbox a
boolean; file upload a list of n.

Events, each ``{"event": name, ...}``: ``hello`` (me), ``message`` and ``message_edit`` (message), ``message_delete``
(channel_id, message_id), ``typing`` (channel_id, person_id), ``unread`` (channel_id, unread, mentions), ``modal``
(interaction_id, nonce, channel_id, modal, application), ``interaction`` (interaction_id, nonce, type, name,
channel_id, source_id: the message clicked, state: sent, answered or failed; answered has kind: message, thinking,
update, deferred_update or modal, and mostly message_id and message; failed has text), ``channel`` (channel),
``channel_delete`` (channel_id), ``servers`` (servers: all of the person's), ``person`` (person), ``bot`` (online),
``commands``, ``faults`` (faults), ``log`` (entry, only with log=1).
"""
