import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { PeerAnswer, PeerRequest } from './payment-peer.ts';

interface Money {
  readonly value: string;
  readonly currency_code: string;
}

interface PeerPlan {
  readonly id: string;
  readonly product_id: string;
  readonly name: string;
  status: 'ACTIVE' | 'INACTIVE';
  readonly billing_cycles: readonly {
    readonly frequency: { readonly interval_unit: string; readonly interval_count: number };
    readonly tenure_type: string;
    readonly sequence: number;
    readonly total_cycles: number;
    readonly pricing_scheme: { readonly fixed_price: Money };
  }[];
  readonly payment_preferences: {
    readonly setup_fee: Money;
    readonly setup_fee_failure_action: string;
    readonly auto_bill_outstanding: boolean;
    readonly payment_failure_threshold: number;
  };
}

type Status = 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';

interface PeerSale {
  readonly id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED';
  readonly amount: Money;
  readonly time: Date;
}

export interface PayPalSubscription {
  readonly id: string;
  readonly plan: PeerPlan;
  readonly custom_id: string;
  readonly start_time: Date;
  readonly create_time: Date;
  readonly returnUrl: string;
  readonly userAction: string;
  status: Status;
  price: Money;
  /** A price that was changed, from the end of its notice. */
  newPrice: { readonly price: Money; readonly from: Date } | null;
  /** The regular payment that is due next. */
  next: Date;
  failures: number;
  failedAt: Date | null;
  readonly sales: PeerSale[];
}

const NOTICE_MS = 10 * 24 * 60 * 60_000;
const WITHOUT_DECIMALS = ['HUF', 'JPY', 'TWD'];
const NOT_FOUND: PeerAnswer = [
  404,
  { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] },
];

/** The plans and subscriptions of a local PayPal. */
export class PayPalBilling {
  readonly products = new Map<string, { readonly id: string; readonly name: string }>();
  readonly plans = new Map<string, PeerPlan>();
  readonly subscriptions = new Map<string, PayPalSubscription>();
  now: () => Date = () => new Date();
  /** The outcome of the next setup fee. 'LATE' is charged by `chargeLate`. */
  nextFee: 'COMPLETED' | 'LATE' | 'DECLINED' = 'COMPLETED';
  /** The list of payments does not contain the newest ones yet. */
  isListLate = false;
  /** PayPal leaves the custom id out of the events and reports of payments. */
  isUnmarked = false;
  /** PayPal answers that it does not know these subscriptions. */
  readonly forgotten = new Set<string>();
  /** A code with which PayPal refuses the next price or activation. */
  refuses: { readonly price?: string; readonly activation?: string } = {};

  /** The only subscription, or the newest one. */
  newest(): PayPalSubscription {
    const newest = [...this.subscriptions.values()].at(-1);
    if (!newest) throw new Error('There is no subscription');
    return newest;
  }

  find(id: string): PayPalSubscription {
    const found = this.subscriptions.get(id);
    if (!found) throw new Error(`There is no subscription ${id}`);
    return found;
  }

  sale(id: string): PeerSale | undefined {
    return [...this.subscriptions.values()]
      .flatMap(({ sales }) => sales)
      .find((sale) => sale.id === id);
  }

  /** The buyer agrees on PayPal's page. */
  approve(id: string): void {
    const subscription = this.find(id);
    if (subscription.status !== 'APPROVAL_PENDING') throw new Error('It was approved before');
    subscription.status = 'APPROVED';
    // PayPal charges at once if the page says 'Subscribe now'.
    if (subscription.userAction === 'SUBSCRIBE_NOW') this.#activate(subscription);
  }

  /** The setup fee is charged hours after the activation. */
  chargeLate(id: string): string {
    const subscription = this.find(id);
    return this.saleEvent(
      id,
      this.#charge(subscription, subscription.plan.payment_preferences.setup_fee),
    );
  }

  /** The setup fee fails hours after the activation. */
  failLate(id: string): string {
    this.find(id).status = 'CANCELLED';
    return this.event(id, 'BILLING.SUBSCRIPTION.CANCELLED');
  }

  /** PayPal charges the period that is due. */
  renewed(id: string, change: Partial<Money> = {}): string {
    const subscription = this.find(id);
    const { newPrice } = subscription;
    if (newPrice && newPrice.from <= subscription.next) {
      subscription.price = newPrice.price;
      subscription.newPrice = null;
    }
    const sale = this.#charge(subscription, { ...subscription.price, ...change });
    this.#advance(subscription);
    subscription.failures = 0;
    return this.saleEvent(id, sale);
  }

  /** The period is due, and PayPal will try again in five days. The subscription stays active meanwhile. */
  renewalFailed(id: string): string {
    const subscription = this.find(id);
    subscription.failedAt = this.now();
    return this.event(id, 'BILLING.SUBSCRIPTION.PAYMENT.FAILED');
  }

  /** The report of a payment that differs from the plan. */
  stranger(id: string, amount: Money): string {
    const subscription = this.find(id);
    subscription.status = 'ACTIVE';
    return this.saleEvent(id, this.#charge(subscription, amount));
  }

  /** Another subscription in the same account. */
  copy(id: string, change: Partial<PayPalSubscription>): string {
    const copied = { ...this.find(id), sales: [], id: `${id}COPY`, ...change };
    this.subscriptions.set(copied.id, copied);
    return copied.id;
  }

  /** The buyer or the merchant changes the subscription at PayPal. */
  changedThere(id: string, status: 'SUSPENDED' | 'CANCELLED' | 'ACTIVE'): string {
    this.find(id).status = status;
    return this.event(id, `BILLING.SUBSCRIPTION.${status === 'ACTIVE' ? 'ACTIVATED' : status}`);
  }

  event(id: string, type: string): string {
    return event(type, 'subscription', this.#shown(this.find(id)));
  }

  saleEvent(id: string, sale = this.find(id).sales.at(-1), type = 'COMPLETED'): string {
    if (!sale) throw new Error('Nothing was paid');
    const time = sale.time.toISOString();
    return event(`PAYMENT.SALE.${type}`, 'sale', {
      id: sale.id,
      billing_agreement_id: id,
      ...(!this.isUnmarked && { custom: this.find(id).custom_id }),
      amount: {
        total: sale.amount.value,
        currency: sale.amount.currency_code,
        details: { subtotal: sale.amount.value },
      },
      payment_mode: 'INSTANT_TRANSFER',
      state: type.toLowerCase(),
      create_time: time,
      update_time: time,
    });
  }

  refundEvent(saleId: string, refundId: string, amount: string, type = 'REFUNDED'): string {
    const { amount: { currency_code: currency } = { currency_code: 'USD' } } =
      this.sale(saleId) ?? {};
    return event(`PAYMENT.SALE.${type}`, 'refund', {
      id: refundId,
      sale_id: saleId,
      amount: { total: type === 'REFUNDED' ? amount : `-${amount}`, currency },
      state: 'completed',
    });
  }

  /** As the report of all transactions lists them. */
  transactions(): object[] {
    return [...this.subscriptions.values()].flatMap(({ id, custom_id, sales }) =>
      sales
        .filter(({ status }) => status === 'COMPLETED')
        .map((sale) => ({
          transaction_info: {
            transaction_id: sale.id,
            paypal_reference_id: id,
            paypal_reference_id_type: 'SUB',
            transaction_event_code: 'T0002',
            transaction_amount: sale.amount,
            ...(!this.isUnmarked && { custom_field: custom_id }),
          },
        })),
    );
  }

  /** Answers a request about products, plans and subscriptions. */
  answer({ method, path: address, body }: PeerRequest, url: string): PeerAnswer | undefined {
    const [path = '', query = ''] = address.split('?');
    const [, productId] = /^\/v1\/catalogs\/products\/([\w-]{6,50})$/.exec(path) ?? [];
    if (productId !== undefined) {
      const product = this.products.get(productId);
      return product ? [200, product] : NOT_FOUND;
    }
    if (method === 'POST' && path === '/v1/catalogs/products') {
      const product = JSON.parse(body) as { id: string; name: string };
      if (this.products.has(product.id)) return refused('DUPLICATE_RESOURCE_IDENTIFIER');
      this.products.set(product.id, product);
      return [201, product];
    }
    if (method === 'POST' && path === '/v1/billing/plans') return this.#createPlan(body);
    if (method === 'POST' && path === '/v1/billing/subscriptions') return this.#create(body, url);
    const [, id = '', action] =
      /^\/v1\/billing\/subscriptions\/(I-\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (id === '') return undefined;
    const subscription = this.subscriptions.get(id);
    if (!subscription || this.forgotten.has(id)) return NOT_FOUND;
    if (action === 'transactions') return this.#list(subscription, new URLSearchParams(query));
    if (action !== undefined) return this.#act(subscription, action, body);
    if (method === 'PATCH') return this.#patch(subscription, body);
    return [200, this.#shown(subscription, query)];
  }

  #createPlan(body: string): PeerAnswer {
    const plan = JSON.parse(body) as Omit<PeerPlan, 'id' | 'status'>;
    if (!this.products.has(plan.product_id)) return NOT_FOUND;
    const sums = [
      plan.payment_preferences.setup_fee,
      ...plan.billing_cycles.map((cycle) => cycle.pricing_scheme.fixed_price),
    ];
    if (sums.some(hasWrongDecimals)) return refused('DECIMALS_NOT_SUPPORTED');
    const created: PeerPlan = {
      ...plan,
      id: `P-${randomUUID().replaceAll('-', '').slice(0, 24).toUpperCase()}`,
      status: 'ACTIVE',
    };
    this.plans.set(created.id, created);
    return [201, created];
  }

  #create(body: string, url: string): PeerAnswer {
    const asked = JSON.parse(body) as {
      readonly plan_id: string;
      readonly start_time: string;
      readonly custom_id: string;
      readonly application_context: { readonly return_url: string; readonly user_action: string };
    };
    const plan = this.plans.get(asked.plan_id);
    const [cycle] = plan?.billing_cycles ?? [];
    if (!plan || !cycle) return NOT_FOUND;
    if (plan.status !== 'ACTIVE') return refused('PLAN_STATUS_INVALID');
    const start = new Date(asked.start_time);
    if (start <= this.now()) return refused('INVALID_PARAMETER_VALUE');
    const id = `I-${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`;
    const subscription: PayPalSubscription = {
      id,
      plan,
      custom_id: asked.custom_id,
      start_time: start,
      create_time: this.now(),
      returnUrl: asked.application_context.return_url,
      userAction: asked.application_context.user_action,
      status: 'APPROVAL_PENDING',
      price: cycle.pricing_scheme.fixed_price,
      newPrice: null,
      // PayPal charges at a time of day of its own.
      next: new Date(`${start.toISOString().slice(0, 10)}T10:00:00Z`),
      failures: 0,
      failedAt: null,
      sales: [],
    };
    this.subscriptions.set(id, subscription);
    const href = `${url}/webapps/billing/subscriptions?ba_token=BA-${id}`;
    const links = [{ href, rel: 'approve', method: 'GET' }];
    return [201, { ...this.#shown(subscription), links }];
  }

  #act(subscription: PayPalSubscription, action: string, body: string): PeerAnswer {
    const { status } = subscription;
    if ((JSON.parse(body) as { reason?: string }).reason === undefined) {
      return [400, { name: 'INVALID_REQUEST', details: [{ issue: 'MISSING_REQUIRED_PARAMETER' }] }];
    }
    switch (action) {
      case 'activate':
        if (this.refuses.activation !== undefined) return refused(this.refuses.activation);
        if (status === 'APPROVED') this.#activate(subscription);
        else if (status === 'SUSPENDED') this.#resume(subscription);
        else return refused('SUBSCRIPTION_STATUS_INVALID');
        return [204, ''];
      case 'suspend':
        if (status !== 'ACTIVE') return refused('SUBSCRIPTION_STATUS_INVALID');
        subscription.status = 'SUSPENDED';
        return [204, ''];
      case 'cancel':
        if (status !== 'ACTIVE' && status !== 'SUSPENDED') {
          return refused('SUBSCRIPTION_STATUS_INVALID');
        }
        subscription.status = 'CANCELLED';
        return [204, ''];
      default:
        return NOT_FOUND;
    }
  }

  #activate(subscription: PayPalSubscription): void {
    const next = this.nextFee;
    this.nextFee = 'COMPLETED';
    subscription.status = next === 'DECLINED' ? 'CANCELLED' : 'ACTIVE';
    if (next === 'COMPLETED') {
      this.#charge(subscription, subscription.plan.payment_preferences.setup_fee);
    }
  }

  /** Periods that went by are not charged afterwards. */
  #resume(subscription: PayPalSubscription): void {
    subscription.status = 'ACTIVE';
    while (subscription.next <= this.now()) this.#advance(subscription);
  }

  #advance(subscription: PayPalSubscription): void {
    const [cycle] = subscription.plan.billing_cycles;
    if (!cycle) throw new Error('The plan has no cycle');
    const { interval_unit: unit, interval_count: count } = cycle.frequency;
    const next = Temporal.Instant.fromEpochMilliseconds(subscription.next.getTime())
      .toZonedDateTimeISO('UTC')
      .add({ [`${unit.toLowerCase()}s`]: count });
    subscription.next = new Date(next.epochMilliseconds);
  }

  #charge(subscription: PayPalSubscription, amount: Money): PeerSale {
    const sale: PeerSale = {
      id: `S${randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()}`,
      status: 'COMPLETED',
      amount,
      time: this.now(),
    };
    subscription.sales.push(sale);
    return sale;
  }

  #patch(subscription: PayPalSubscription, body: string): PeerAnswer {
    const [patch] = JSON.parse(body) as { op: string; path: string; value: Money }[];
    if (!['ACTIVE', 'SUSPENDED'].includes(subscription.status)) {
      return refused('SUBSCRIPTION_STATUS_INVALID');
    }
    if (
      patch?.op !== 'replace' ||
      patch.path !== '/plan/billing_cycles/@sequence==1/pricing_scheme/fixed_price'
    ) {
      return refused('UNSUPPORTED_PATCH_OPERATION');
    }
    if (this.refuses.price !== undefined) return refused(this.refuses.price);
    if (hasWrongDecimals(patch.value)) return refused('DECIMALS_NOT_SUPPORTED');
    const from = new Date(this.now().getTime() + NOTICE_MS);
    subscription.newPrice = { price: patch.value, from };
    return [204, ''];
  }

  #list(subscription: PayPalSubscription, query: URLSearchParams): PeerAnswer {
    const since = query.get('start_time');
    if (since === null || query.get('end_time') === null) {
      return [400, { name: 'INVALID_REQUEST', details: [{ issue: 'MISSING_REQUIRED_PARAMETER' }] }];
    }
    const sales = subscription.sales.filter(({ time }) => time >= new Date(since));
    const transactions = (this.isListLate ? sales.slice(0, -1) : sales).map((sale) => ({
      id: sale.id,
      status: sale.status,
      amount_with_breakdown: { gross_amount: sale.amount },
      payer_email: 'payer@example.com',
      time: sale.time.toISOString(),
    }));
    return [200, { transactions, total_items: transactions.length, total_pages: 1 }];
  }

  #shown(subscription: PayPalSubscription, query = ''): object {
    const { id, status, custom_id, start_time, create_time, plan, price, next } = subscription;
    const { failures, failedAt, sales } = subscription;
    const last = sales.at(-1);
    const fields = new URLSearchParams(query).get('fields')?.split(',') ?? [];
    return {
      id,
      status,
      custom_id,
      plan_id: plan.id,
      plan_overridden: false,
      quantity: '1',
      start_time: start_time.toISOString(),
      create_time: create_time.toISOString(),
      ...(status !== 'APPROVAL_PENDING' && {
        billing_info: {
          outstanding_balance: { value: '0.0', currency_code: price.currency_code },
          failed_payments_count: failures,
          ...(last && { last_payment: { amount: last.amount, time: last.time.toISOString() } }),
          ...(status === 'ACTIVE' && { next_billing_time: next.toISOString() }),
          ...(failedAt &&
            fields.includes('last_failed_payment') && {
              last_failed_payment: {
                amount: price,
                time: failedAt.toISOString(),
                reason_code: 'PAYMENT_DENIED',
              },
            }),
        },
      }),
      ...(fields.includes('plan') && { plan: { ...plan, id: undefined, status: undefined } }),
    };
  }
}

function hasWrongDecimals({ value, currency_code: currency }: Money): boolean {
  return WITHOUT_DECIMALS.includes(currency) && value.includes('.');
}

function refused(issue: string): PeerAnswer {
  return [422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue, description: issue }] }];
}

function event(type: string, resourceType: string, resource: object): string {
  return JSON.stringify({
    id: `WH-${randomUUID()}`,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: resourceType,
    event_type: type,
    resource,
  });
}
