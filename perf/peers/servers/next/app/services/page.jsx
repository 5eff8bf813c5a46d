export { ServicesPage as default } from '../../shop/services-page.jsx';
