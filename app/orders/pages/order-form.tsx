import { describeIncluded } from '../protocol/subscriptions.ts';
import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { appContextKey } from '../../app-context.ts';
import { limitsOf } from '../../files/server/open-files.server.ts';
import { findBrowser, visitorCookies } from '../../chat/server/messages/visitor-browser.server.ts';
import { t } from '../../i18n/translate.ts';
import { langOf } from '../../platform/lang-of.ts';
import { requireService } from '../../shop/pages/missing.server.ts';
import { titleOf } from '../../shop/pages/page-meta.ts';
import { readPriceTax } from '../../shop/read-price-tax.server.ts';
import { ServiceNotFound } from '../../shop/ui/service-not-found.tsx';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { readClientBilling } from '../../clients/server/billing.server.ts';
import { readOrderingCompanies } from '../../clients/server/companies/read-companies.server.ts';
import { readAgain } from '../../clients/server/read-again.server.ts';
import { findClientOf } from '../../http/client.server.ts';
import { BILLING_ADDRESS_FIELD, BILLING_NAME_FIELD } from '../protocol/billing-details.ts';
import { readChosen, type TypedForm } from '../protocol/order-form.ts';
import { hasFiles } from '../intake/intake-form.ts';
import { PURCHASE_FIELD } from '../pricing/direct-order.ts';
import { quantityLabelOf, quantityRuleOf } from '../pricing/quantity.ts';
import { findCodeAddress } from '../server/checkout/order-codes.server.ts';
import { isUsed, newFormKey, readFormKey } from '../server/checkout/form-key.server.ts';
import { ownerOfForm } from '../server/files/order-file-rules.server.ts';
import { readWaitingFiles } from '../server/files/order-files.server.ts';
import { readKnownBuyer } from '../server/checkout/read-known-buyer.server.ts';
import { quoteTyped } from '../server/checkout/quote-form.server.ts';
import { intakeOf, purchaseKindsFor } from '../server/checkout/quote-service.server.ts';
import { readTaxTerms } from '../server/tax/tax-terms.ts';
import { listCountries } from '../../platform/list-countries.ts';
import { OrderForm } from '../ui/order-form.tsx';
import type { Route } from './+types/order-form.ts';

export const handle = { messages: await loadMessages('orders', 'orders-protocol') };

export { ServiceNotFound as ErrorBoundary };

export { action } from './order-form-action.server.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: titleOf(
      loaderData ? t('Order {title}', { title: loaderData.service.title }) : t('Service not found'),
      matches[0].loaderData,
    ),
  },
  ...(loaderData ? [{ name: 'description', content: loaderData.service.summary }] : []),
  // The service's page is the one to find.
  { name: 'robots', content: 'noindex' },
];

export const headers = ({ loaderHeaders }: { readonly loaderHeaders: Headers }) => loaderHeaders;

/** A new total changes nothing that the loaders have read. */
export const shouldRevalidate = ({
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') === 'update' ? false : defaultShouldRevalidate;

/** The page is made for one browser, so no cache keeps it. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const { clock, db, settings } = appContext;
  const service = requireService(appContext, params.section, params.slug);
  const { id, path, title, price, packages, options, fallbacks, ...rest } = service;
  const purchaseKinds = purchaseKindsFor(service, settings.directOrders);
  if (purchaseKinds.length === 0) throw redirect(path);
  if (service.section !== params.section || service.slug !== params.slug) {
    throw redirect(`${path}/order`, 301);
  }
  const url = new URL(request.url);
  const { unit } = price;
  const hasPackages = packages.length > 0;
  const quantity = quantityRuleOf({ unit, quantity: rest.quantity }, hasPackages);
  // A link may choose, and the form asks for a new quote in the same way.
  const session = await findClientOf(appContext, request);
  const billing = session ? await readClientBilling(db, session.client) : null;
  const intake = intakeOf(service);
  const again = url.searchParams.get('again');
  const typed: TypedForm = {
    package: packages[0]?.name ?? '',
    quantity: String(quantity.minimum),
    // The form has the field only if there is a choice or a subscription.
    ...(purchaseKinds.includes('subscribe') && { [PURCHASE_FIELD]: purchaseKinds[0] ?? '' }),
    ...(session && again !== null
      ? await readAgain(db, session.client, again, { id, options, intake })
      : {}),
    ...readChosen(url.searchParams.get('choice') ?? ''),
  };
  const browserId = await findBrowser({ db, settings }, visitorCookies(request.headers));
  const known = await readKnownBuyer(db, browserId);
  const { name, email } = known;
  const { terms } = readTaxTerms(appContext, known);
  const { quote, errors } = quoteTyped(appContext, service, typed, null, terms);
  const headersToSend = new Headers({ 'Cache-Control': 'no-store' });
  let key = readFormKey(request.headers.get('Cookie'), id);
  if (key === undefined || (await isUsed(db, key))) {
    const made = newFormKey(id, url.pathname, settings.origin.startsWith('https:'));
    key = made.key;
    headersToSend.append('Set-Cookie', made.setCookie);
  }
  const adding = hasFiles(intake)
    ? { limits: limitsOf(settings), waiting: await readWaitingFiles(db, ownerOfForm(key)) }
    : undefined;
  return data(
    {
      formKey: key,
      typed,
      errors: errors ?? {},
      service: { id, path, title, summary: rest.summary, price, packages, options, fallbacks },
      included: describeIncluded(service, purchaseKinds),
      purchaseKinds,
      quantity,
      quantityLabel: quantityLabelOf(unit, hasPackages),
      intake,
      adding,
      codeSentTo:
        session || browserId === undefined
          ? undefined
          : await findCodeAddress(db, clock, browserId),
      quote: quote?.view ?? null,
      known: {
        ...(terms.buyer ? { ...known, country: terms.buyer.country } : { name, email }),
        ...(session && { email: session.client.email }),
        ...(billing && {
          [BILLING_NAME_FIELD]: billing.name,
          [BILLING_ADDRESS_FIELD]: billing.address,
        }),
      },
      companies: session ? await readOrderingCompanies(db, session.client) : [],
      ...(terms.buyer && {
        countries: listCountries(),
        taxNote: readPriceTax(appContext)(service.taxRate),
      }),
    },
    { headers: headersToSend },
  );
}

export default function OrderFormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { service } = loaderData;
  return (
    <main className="container-page max-w-[760px] pt-3 md:pt-4">
      <Breadcrumb
        crumbs={[
          { label: t('Home'), to: '/' },
          { label: service.title, to: service.path },
        ]}
        current={t('Order')}
      />
      <h1
        dir="auto"
        lang={langOf(service, 'title')}
        className="mt-3 text-[clamp(32px,5vw,48px)] tracking-[-0.04em] [overflow-wrap:anywhere]"
      >
        {t('Order {title}', { title: service.title })}
      </h1>
      <p className="mt-3 text-ink-2">
        {t('You see the total before you order. Questions first?')}{' '}
        <Link to={service.path} className="link">
          {t('Back to the service')}
        </Link>
      </p>
      <OrderForm
        {...loaderData}
        answer={actionData && 'typed' in actionData ? actionData : undefined}
      />
    </main>
  );
}
