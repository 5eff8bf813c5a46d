/** The steps of the guide in their order, each with the parts that must all be true. */
export const STEPS = {
  account: ['own-admin'],
  brand: ['name', 'logo'],
  address: ['postal-address', 'seller', 'tax-rates'],
  payment: ['payment'],
  email: ['mail-server', 'mail-test'],
  hours: ['hours'],
  colleague: ['colleague'],
  service: ['service'],
  order: ['test-order'],
} as const;

export type StepId = keyof typeof STEPS;
export type Part = (typeof STEPS)[StepId][number];

export interface Step {
  readonly id: StepId;
  /** Computed from the data of the shop, never set by a click. */
  readonly isDone: boolean;
  readonly missing: readonly Part[];
}
