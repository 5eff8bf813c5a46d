/** The keys are full titles, so that a section that the operator renamed keeps its new name. */
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

/** Space is limited on a sail and in the footer. */
export function shortTitle(title: string): string {
  return SHORT_TITLES[title] ?? title;
}
