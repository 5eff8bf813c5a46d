import { findService } from '../../../../../shop/catalogue.js';

export async function GET(_request, { params }) {
  const { section, slug } = await params;
  const service = findService(section, slug);
  return service ? Response.json(service) : new Response(null, { status: 404 });
}
