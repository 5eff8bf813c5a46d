import { searchServices, toListed } from '../../../shop/catalogue.js';

export function GET(request) {
  const found = searchServices(request.nextUrl.searchParams.get('q') ?? '');
  return Response.json({ data: found.map(toListed) });
}
