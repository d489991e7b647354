// The few words of the chat client that stand right beside the bot's, in the languages that a person can choose here.

import { state } from "./store.js";

export const LANGUAGES = [
  ["en-US", "English"],
  ["en-GB", "English (UK)"],
  ["de", "Deutsch"],
  ["es-ES", "Español"],
  ["es-419", "Español (Latinoamérica)"],
  ["fr", "Français"],
];

const TEXTS = {
  en: {
    used: "used", only_you: "Only you can see this", dismiss: "Dismiss message", thinking: "is thinking…", edited: "edited",
    sending: "Sending command…", failed: "This interaction failed", no_response: "The application did not respond",
    select: "Make a selection", no_match: "No options match your search", loading: "Loading options…", load_failed: "Loading options failed",
    today: "Today at {time}", yesterday: "Yesterday at {time}", message: "Message {where}", required: "This option is required. Give it a value.",
    submit: "Submit", cancel: "Cancel", app: "APP", spoiler: "Spoiler", optional: "optional", new: "New", deleted: "The original message was deleted",
    click_attachment: "Click to see attachment", search: "Search", yes: "True", no: "False", field_required: "This field is required.",
  },
  de: {
    used: "hat verwendet:", only_you: "Nur du kannst dies sehen", dismiss: "Nachricht verwerfen", thinking: "denkt nach …", edited: "bearbeitet",
    sending: "Befehl wird gesendet …", failed: "Diese Interaktion ist fehlgeschlagen", no_response: "Die Anwendung hat nicht reagiert",
    select: "Triff eine Auswahl", no_match: "Keine Option passt zu deiner Suche", loading: "Optionen werden geladen …", load_failed: "Optionen konnten nicht geladen werden",
    today: "Heute um {time}", yesterday: "Gestern um {time}", message: "Nachricht an {where}", required: "Diese Option ist erforderlich. Gib einen Wert an.",
    submit: "Absenden", cancel: "Abbrechen", app: "APP", spoiler: "Spoiler", optional: "optional", new: "Neu", deleted: "Die ursprüngliche Nachricht wurde gelöscht",
    click_attachment: "Klicken, um den Anhang zu sehen", search: "Suchen", yes: "Wahr", no: "Falsch", field_required: "Dieses Feld ist erforderlich.",
  },
  es: {
    used: "ha usado", only_you: "Solo tú puedes ver esto", dismiss: "Descartar mensaje", thinking: "está pensando…", edited: "editado",
    sending: "Enviando comando…", failed: "Esta interacción ha fallado", no_response: "La aplicación no ha respondido",
    select: "Elige una opción", no_match: "Ninguna opción coincide con la búsqueda", loading: "Cargando opciones…", load_failed: "No se han podido cargar las opciones",
    today: "Hoy a las {time}", yesterday: "Ayer a las {time}", message: "Mensaje para {where}", required: "Esta opción es obligatoria. Dale un valor.",
    submit: "Enviar", cancel: "Cancelar", app: "APP", spoiler: "Spoiler", optional: "opcional", new: "Nuevo", deleted: "El mensaje original se ha borrado",
    click_attachment: "Haz clic para ver el archivo", search: "Buscar", yes: "Verdadero", no: "Falso", field_required: "Este campo es obligatorio.",
  },
  fr: {
    used: "a utilisé", only_you: "Toi seul peux voir ceci", dismiss: "Masquer le message", thinking: "réfléchit…", edited: "modifié",
    sending: "Envoi de la commande…", failed: "Cette interaction a échoué", no_response: "L’application n’a pas répondu",
    select: "Fais un choix", no_match: "Aucune option ne correspond", loading: "Chargement des options…", load_failed: "Impossible de charger les options",
    today: "Aujourd’hui à {time}", yesterday: "Hier à {time}", message: "Envoyer un message à {where}", required: "Cette option est obligatoire. Donne-lui une valeur.",
    submit: "Envoyer", cancel: "Annuler", app: "APP", spoiler: "Spoiler", optional: "facultatif", new: "Nouveau", deleted: "Le message d’origine a été supprimé",
    click_attachment: "Clique pour voir la pièce jointe", search: "Rechercher", yes: "Vrai", no: "Faux", field_required: "Ce champ est obligatoire.",
  },
};

export const locale = () => state.me?.locale ?? "en-US";

/** A text in the person's language, else in English. */
export function t(key, values = {}) {
  const text = TEXTS[locale().split("-")[0]]?.[key] ?? TEXTS.en[key];
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
