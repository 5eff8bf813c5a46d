import data from '../catalogue.json';

export const { sections, services } = data;

export function findService(section, slug) {
  return services.find((service) => service.section === section && service.slug === slug);
}

const searched = services.map((service) => ({
  service,
  title: service.title.toLowerCase(),
  text: `${service.title} ${service.section} ${service.summary}`.toLowerCase(),
}));

/** Services that contain every word, those with the words in the title first. */
export function searchServices(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const score = (title) => words.filter((word) => title.includes(word)).length;
  return searched
    .filter((item) => words.every((word) => item.text.includes(word)))
    .toSorted((one, other) => score(other.title) - score(one.title))
    .slice(0, 10)
    .map(({ service }) => service);
}

export function formatPrice({ amount, currency, unit }) {
  const price = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 0,
  }).format(amount / 100);
  return unit === 'flat' ? price : `${price} ${unit}`;
}

/** The fields of a service in a list. */
export function toListed({ description: _description, ...listed }) {
  return listed;
}
