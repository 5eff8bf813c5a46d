import { services, toListed } from '../../../shop/catalogue.js';

export function GET(request) {
  const limit = Number(request.nextUrl.searchParams.get('limit') ?? 20);
  return Response.json({ data: services.slice(0, limit).map(toListed) });
}
