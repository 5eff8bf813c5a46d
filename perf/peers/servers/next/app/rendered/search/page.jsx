import { searchServices } from '../../../shop/catalogue.js';
import { ServiceList } from '../../../shop/service-list.jsx';

export default async function SearchPage({ searchParams }) {
  const { q = '' } = await searchParams;
  const found = searchServices(String(q));
  return (
    <main>
      <h1>{found.length} results</h1>
      <ServiceList services={found} />
    </main>
  );
}
