import type { Translations } from '../platform/translate.ts';

/** Spanish texts for the team, keyed by their English wording. */
export const CONVERSATION_TEAM_ES = {
  ', by {blockedBy}': ', por {blockedBy}',
  '1 refused chat': '1 chat rechazado',
  'A conversation goes to the members of a team with its topic first, while the team’s hours are open and somebody of it has room. Visitors can also be handed over to a team by hand.':
    'Una conversación va primero a los miembros de un equipo con su tema, mientras el equipo esté en horario y alguien tenga sitio. También se puede pasar visitantes a un equipo a mano.',
  'A period this long is added up from its days: medians and 90th percentiles of several days are estimates, and {estimated} says how far off they are at most. Counts, ratings and the figures of each day are exact.':
    'Un periodo tan largo se suma a partir de sus días: las medianas y los percentiles 90 de varios días son estimaciones, y {estimated} dice cuánto se desvían como mucho. Los recuentos, las valoraciones y las cifras de cada día son exactos.',
  'A report is about the conversations that began in its period. Days and hours are those of {timeZone}.':
    'Un informe trata de las conversaciones que empezaron en su periodo. Los días y las horas son los de {timeZone}.',
  'Add a team': 'Añadir un equipo',
  'Add another team': 'Añadir otro equipo',
  'Add label': 'Añadir etiqueta',
  'Add team': 'Añadir equipo',
  'All labels': 'Todas las etiquetas',
  'An erased address': 'Una dirección borrada',
  'answered by {agentName}': 'atendido por {agentName}',
  'Average rating': 'Valoración media',
  Block: 'Bloquear',
  'Block the visitor': 'Bloquear al visitante',
  'Both count all hours, because no chat hours are set.':
    'Ambas cuentan todas las horas, porque no hay horario de chat.',
  'Both count the time within the chat hours alone; what ended before the next opening is left out.':
    'Ambas cuentan solo el tiempo dentro del horario del chat; lo que terminó antes de la siguiente apertura queda fuera.',
  'By agent': 'Por agente',
  'By day': 'Por día',
  'By hour of day': 'Por hora del día',
  'By service': 'Por servicio',
  'By topic': 'Por tema',
  'Clearing profiles and visitors, then signing out…':
    'Borrando perfiles y visitantes y cerrando la sesión…',
  Colour: 'Color',
  'Conversations {toLowerCase}': 'Conversaciones {toLowerCase}',
  Day: 'Día',
  Delete: 'Borrar',
  "Delete '{name}'?": '¿Borrar «{name}»?',
  'Delete /{shortcut}?': '¿Borrar /{shortcut}?',
  'Delete the team {name}': 'Borrar el equipo {name}',
  'Delete {name}': 'Borrar {name}',
  'Delete {name}?': '¿Borrar {name}?',
  'Deletes the visitor, the conversations with what both sides wrote, and browsers that have no other conversation. There is no way back. The audit log keeps what was removed as counts, and the address as a hash.':
    'Borra al visitante, las conversaciones con lo que escribieron ambos lados y los navegadores que no tienen otra conversación. No hay vuelta atrás. El registro de auditoría guarda lo borrado como recuentos, y la dirección como un hash.',
  'Download as JSON': 'Descargar como JSON',
  'Download the files': 'Descargar los archivos',
  'Download {toLowerCase} as CSV': 'Descargar {toLowerCase} como CSV',
  Erase: 'Borrar datos',
  'Erase for good': 'Borrar para siempre',
  'Everything held about this address, to hand to its owner.':
    'Todo lo que se guarda sobre esta dirección, para entregarlo a su titular.',
  Find: 'Buscar',
  'First response': 'Primera respuesta',
  'First response, 90th percentile': 'Primera respuesta, percentil 90',
  'First response, median': 'Primera respuesta, mediana',
  'First response:': 'Primera respuesta:',
  'First response: from the visitor’s first message to the team’s first answer. Resolution: from the beginning to the last message of a completed conversation.':
    'Primera respuesta: del primer mensaje del visitante a la primera respuesta del equipo. Resolución: del principio al último mensaje de una conversación terminada.',
  For: 'Para',
  'For everybody': 'Para todos',
  'For your colleagues. The visitor does not read it.':
    'Para tus compañeros. El visitante no lo lee.',
  Hour: 'Hora',
  'How it is measured': 'Cómo se mide',
  'It is taken off {isOn}.': 'Se quita de {isOn}.',
  'Its members keep their accounts and their visitors.':
    'Sus miembros conservan sus cuentas y sus visitantes.',
  'Keep without name and address': 'Conservar sin nombre ni dirección',
  'Me alone': 'Solo yo',
  'Median first response': 'Mediana de la primera respuesta',
  Members: 'Miembros',
  'Messages that were sent with it stay as they are.':
    'Los mensajes que se enviaron con ella se quedan como están.',
  'New label': 'Etiqueta nueva',
  'New reply': 'Respuesta nueva',
  'No members': 'Sin miembros',
  'No service page': 'Sin página de servicio',
  'No topic': 'Sin tema',
  'No topics': 'Sin temas',
  'Nobody answers visitors yet.': 'Nadie atiende todavía a visitantes.',
  'Nobody has written a comment in this period.': 'Nadie ha escrito un comentario en este periodo.',
  'Nobody has written one yet.': 'Nadie ha escrito ninguna todavía.',
  'Nothing happened in this period.': 'No pasó nada en este periodo.',
  'Nothing is held about this address': 'No se guarda nada sobre esta dirección',
  'of this address': 'de esta dirección',
  'One day of this period is still being counted and is left out. Please read the report again in a minute.|{count} days of this period are still being counted and are left out. Please read the report again in a minute.':
    {
      one: 'Un día de este periodo aún se está contando y queda fuera. Lee el informe de nuevo en un minuto.',
      other:
        '{count} días de este periodo aún se están contando y quedan fuera. Lee el informe de nuevo en un minuto.',
    },
  Period: 'Periodo',
  'Please choose at most {longestPeriodDays} days.': 'Elige como máximo {longestPeriodDays} días.',
  'Rating:': 'Valoración:',
  Ratings: 'Valoraciones',
  'Reset All Data': 'Borrar todos los datos',
  Resolution: 'Resolución',
  'Resolution, 90th percentile': 'Resolución, percentil 90',
  'Resolution, median': 'Resolución, mediana',
  'Satisfied (4 or 5)': 'Satisfechos (4 o 5)',
  'Satisfied means 4 or 5 of 5 stars. A rating belongs to the agent who had the visitor when it was given.':
    'Satisfechos significa 4 o 5 de 5 estrellas. Una valoración es del agente que tenía al visitante cuando se dio.',
  'Satisfied visitors': 'Visitantes satisfechos',
  'Save reply': 'Guardar respuesta',
  'Save {name}': 'Guardar {name}',
  Shortcut: 'Atajo',
  'Such as Mon-Fri 09:00-17:30, Sat 10:00-14:00, in the time zone of the settings.':
    'Por ejemplo Mon-Fri 09:00-17:30, Sat 10:00-14:00, en la zona horaria de los ajustes.',
  'Table {toLowerCase}': 'Tabla {toLowerCase}',
  'Team messages': 'Mensajes del equipo',
  'The audit log about this address, which it holds as a hash.':
    'El registro de auditoría sobre esta dirección, que la guarda como un hash.',
  'The first day must not be after the last day.':
    'El primer día no puede ser posterior al último.',
  'The first day must not be in the future.': 'El primer día no puede estar en el futuro.',
  'the last on': 'el último el',
  'The median is the one in the middle; nine of ten stay below the 90th percentile. Fewer than five measured conversations are too few to say.':
    'La mediana es la del medio; nueve de cada diez quedan por debajo del percentil 90. Menos de cinco conversaciones medidas son muy pocas para decirlo.',
  'There is no reply /{command}. Choose one from the list, or take the slash away.':
    'No hay ninguna respuesta /{command}. Elige una de la lista o quita la barra.',
  'This address, and every browser that has chatted with it, can neither write nor start a chat. What was said can still be read on both sides.':
    'Esta dirección, y cada navegador que haya chateado con ella, no puede escribir ni empezar un chat. Lo que se dijo se puede seguir leyendo en ambos lados.',
  To: 'Hasta',
  'Too few answers to say.': 'Muy pocas respuestas para decirlo.',
  'too few to say': 'muy pocas para decirlo',
  "Type '{resetPhrase}'": 'Escribe «{resetPhrase}»',
  'Type the address to confirm': 'Escribe la dirección para confirmar',
  Unanswered: 'Sin respuesta',
  Unblock: 'Desbloquear',
  'Unblock {name}': 'Desbloquear {name}',
  'Visitor messages': 'Mensajes de visitantes',
  'Waiting now': 'Esperando ahora',
  'What visitors say': 'Lo que dicen los visitantes',
  'What was done': 'Qué se ha hecho',
  'What you type after the slash, such as next-steps.':
    'Lo que escribes tras la barra, como next-steps.',
  Why: 'Por qué',
  'You have not written one yet.': 'Aún no has escrito ninguna.',
  'Yours alone': 'Solo tuyas',
  '{attemptCount} refused chats': '{attemptCount} chats rechazados',
  '{column} (seconds)': '{column} (segundos)',
  '{count} rated': '{count} valoradas',
  '{label} {toLowerCase}; the figures are in the table below':
    '{label} {toLowerCase}; las cifras están en la tabla de abajo',
  '{of} measured': '{of} medidas',
  '{problem} These are the last 30 days.': '{problem} Estos son los últimos 30 días.',
  '{text} still stands in it. Please write what belongs there.':
    '{text} sigue en el texto. Escribe lo que corresponde.',
  '{value} messages': '{value} mensajes',
  '{visitor}, {agent}, {service} and {price} are filled in when you insert it.':
    '{visitor}, {agent}, {service} y {price} se rellenan cuando la insertas.',
  'and {count} more': 'y {count} más',
  Everybody: 'Todos',
  'The same in Spanish': 'Lo mismo en español',
  'Inserted where the visitor writes in Spanish. Left empty, the reply above is.':
    'Se inserta cuando el visitante escribe en español. Si queda vacío, se inserta la respuesta de arriba.',
  'of this period': 'de este periodo',
  '7 days': '7 días',
  '30 days': '30 días',
  '90 days': '90 días',
  'Answers you give often. Type / in the reply box to insert one.':
    'Respuestas que das a menudo. Escribe / en la caja de respuesta para insertar una.',
  'Deletes visitors, conversations, messages and every account but yours. Reviews stay. There is no way back.':
    'Borra visitantes, conversaciones, mensajes y todas las cuentas menos la tuya. Las opiniones se quedan. No hay vuelta atrás.',
  'For visitors and for conversations. They are put on in the panel beside a thread.':
    'Para visitantes y para conversaciones. Se ponen en el panel junto a una conversación.',
  'How visitors are answered, and what they say.': 'Cómo se atiende a los visitantes, y qué dicen.',
  'Please enter a whole number of chats.': 'Escribe un número entero de chats.',
  'Please search for less.': 'Busca algo más corto.',
  "The field 'topic' is missing or not what was expected.":
    'El campo «topic» falta o no es lo esperado.',
  'There is no such list.': 'No existe esa lista.',
  'There is no such table.': 'No existe esa tabla.',
  'What is held about an email address, and who may not chat.':
    'Qué se guarda sobre una dirección de correo, y quién no puede chatear.',
  'Who answers visitors, and how many of them at once.':
    'Quién atiende a los visitantes, y a cuántos a la vez.',
  '{from} to {to}, {length} rows': 'del {from} al {to}, {length} filas',
  '{name} answers as many chats at once as everybody.':
    '{name} atiende tantos chats a la vez como todos.',
  '{name} answers up to {count} chat at once.|{name} answers up to {count} chats at once.': {
    one: '{name} atiende hasta {count} chat a la vez.',
    other: '{name} atiende hasta {count} chats a la vez.',
  },
  '9 of 10 within {time}': '9 de cada 10 en {time}',
  '9 of 10 within {time} (both {estimated})': '9 de cada 10 en {time} (ambos {estimated})',
  'nobody waits': 'nadie espera',
  'the longest for {time}': 'el que más, {time}',
} as const satisfies Translations;

type ConversationTeamWords = typeof CONVERSATION_TEAM_ES;

declare module '../platform/translate.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- It takes over the names.
  interface Sentences extends ConversationTeamWords {}
}
