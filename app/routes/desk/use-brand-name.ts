import { useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '../../root.tsx';

export function useBrandName(): string {
  const site = useRouteLoaderData<typeof rootLoader>('root');
  if (!site) throw new Error('The root loader always answers before a page is shown');
  return site.brandName;
}
