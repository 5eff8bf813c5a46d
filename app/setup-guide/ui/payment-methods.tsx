import { t } from '../../i18n/translate.ts';
import { Chip } from '../../ui/chip.tsx';
import type { ListedMethod } from '../server/list-payment-methods.server.ts';

/** Says how buyers can pay now, and how the other methods are turned on. */
export function PaymentMethods({ methods }: { readonly methods: readonly ListedMethod[] }) {
  return (
    <div className="text-[15px]" data-testid="payment-methods">
      <ul className="grid gap-2 [overflow-wrap:anywhere]">
        {methods.map((listed) => (
          <li key={listed.method}>
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-semibold first-letter:uppercase">{listed.label}</span>
              {listed.isOffered && <Chip tone="success">{t('Offered to buyers')}</Chip>}
            </p>
            <p className="text-ink-2">{describeMethod(listed)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-2 [overflow-wrap:anywhere]">
        {t(
          '{file} lists every step, with the webhooks. {command} lets you try card payments on your computer without an account and without money.',
          { file: 'docs/operations/payments.md', command: 'npm run payments:try' },
        )}
      </p>
    </div>
  );
}

function describeMethod({ method, isOffered, variables, fault }: ListedMethod): string {
  if (fault !== '') {
    return t('{fault} Offer another payment method, or change the currency of the shop.', {
      fault,
    });
  }
  if (method === 'transfer') {
    return isOffered
      ? t(
          'Buyers see your bank details with the reference. You press “Mark as paid” when the money has arrived.',
        )
      : t('To offer it, enter your bank details in the settings.');
  }
  if (method === 'link') {
    return isOffered
      ? t(
          'Buyers see the link with amount and reference. You press “Mark as paid” when the money has arrived.',
        )
      : t('Not offered, because buyers can pay without it.');
  }
  return isOffered
    ? t('Payments are booked automatically.')
    : t('To turn it on, start the server with {names}.', { names: variables.join(', ') });
}
