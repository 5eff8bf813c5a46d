/** By the whole title: what an operator calls otherwise keeps that name. */
const SHORT_TITLES: Readonly<Record<string, string>> = {
  'Graphics & Design': 'Graphics',
  'Business Services': 'Business',
  'Digital Marketing': 'Digital',
  'Music & Audio': 'Music',
  'Programming & Tech': 'Programming',
  'Video & Animation': 'Video',
  'Writing & Translation': 'Writing',
  'Gráficos y diseño': 'Gráficos',
  'Servicios para empresas': 'Empresas',
  'Marketing digital': 'Marketing',
  'Música y audio': 'Música',
  'Programación y tecnología': 'Programación',
  'Vídeo y animación': 'Vídeo',
  'Redacción y traducción': 'Redacción',
};

/** What the first sections are called where a whole title has no room: on a sail, in the footer. */
export function shortTitle(title: string): string {
  return SHORT_TITLES[title] ?? title;
}
