import type { FileLimits, FileView } from '../../chat/protocol/files.ts';
import type { Service } from '../../shop/service.ts';
import type { IntakeForm } from '../intake/intake-form.ts';
import type { PurchaseKind } from '../pricing/direct-order.ts';
import type { QuantityLabel, QuantityRule } from '../pricing/quantity.ts';
import type { QuoteView, TypedForm } from '../protocol/order-form.ts';

export type OrderedService = Pick<
  Service,
  'id' | 'path' | 'title' | 'price' | 'packages' | 'options' | 'fallbacks'
>;

export interface OrderFormProps {
  /** The idempotency key of this form in this browser. */
  readonly formKey: string;
  readonly service: OrderedService;
  readonly purchaseKinds: readonly PurchaseKind[];
  /** The requests of each period of a subscription, or ''. */
  readonly included: string;
  readonly quantity: QuantityRule;
  readonly quantityLabel: QuantityLabel;
  readonly intake: IntakeForm;
  /** Undefined if no question asks for files. */
  readonly adding:
    | { readonly limits: FileLimits; readonly waiting: readonly FileView[] }
    | undefined;
  readonly typed: TypedForm;
  readonly quote: QuoteView | null;
  readonly errors: Readonly<Record<string, string>>;
  readonly known: {
    readonly name: string;
    readonly email: string;
    readonly country?: string;
    readonly taxNumber?: string;
    readonly billingName?: string;
    readonly billingAddress?: string;
  };
  /** The companies that the signed-in client may order for. */
  readonly companies: readonly { readonly id: string; readonly name: string }[];
  /** The names come from the server, because a browser may know others. Missing while tax is off. */
  readonly countries?: readonly { readonly value: string; readonly name: string }[];
  /** For example 'incl. VAT', or '' if no tax applies to the shown prices. */
  readonly taxNote?: string;
  /** A phone may load the page again while the buyer looks up the code in the mail app. */
  readonly codeSentTo?: string | undefined;
  readonly answer: FormReply | undefined;
}

export interface FormReply {
  readonly message: string;
  readonly typed: TypedForm;
  readonly field?: string | undefined;
  readonly errors?: Readonly<Record<string, string>>;
  readonly differences?: readonly string[];
  readonly quote?: QuoteView | null;
  readonly codeSentTo?: string;
  readonly pay?: { readonly href: string; readonly orderPath: string };
}
