export { ServicePage as default } from '../../../../../shop/service-page.jsx';

export const dynamic = 'force-dynamic';
