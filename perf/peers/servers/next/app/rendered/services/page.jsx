export { ServicesPage as default } from '../../../shop/services-page.jsx';

export const dynamic = 'force-dynamic';
