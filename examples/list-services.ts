// node examples/list-services.ts [search text]
//
// EMBARKA_ORIGIN is the shop's origin; EMBARKA_KEY is optional.

import { listReviews, listServices } from './client.ts';

const options = {
  origin: process.env.EMBARKA_ORIGIN ?? 'http://localhost:3000',
  key: process.env.EMBARKA_KEY,
};
const [q] = process.argv.slice(2);

for await (const service of listServices(options, q ? { q } : {})) {
  const rating = service.rating ? `${service.rating.average} of 5 stars` : 'not rated yet';
  console.log(`${service.title}: ${service.price.text}, ${rating}`);
  if (!service.rating) continue;
  for await (const { name, text } of listReviews(options, service)) {
    console.log(`  ${name}: ${text ?? 'no text'}`);
    break;
  }
}
