import sprite from './payment-marks.svg?url';

/** The proportions of the drawings in payment-marks.svg. scripts/payment-marks.ts writes this file. */
const PAYMENT_MARK_SIZES = {
  visa: { width: 256, height: 83 },
  mastercard: { width: 256, height: 199 },
  amex: { width: 256, height: 256 },
  'apple-pay': { width: 512, height: 211 },
  paypal: { width: 256, height: 302 },
} as const;

export type PaymentMark = keyof typeof PAYMENT_MARK_SIZES;

const NAMES: Record<PaymentMark, string> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  'apple-pay': 'Apple Pay',
  paypal: 'PayPal',
};

/** Heights in px at the default font size. A square mark needs more height to look as large as the others. */
const HEIGHTS: Record<PaymentMark, number> = {
  visa: 15,
  mastercard: 19,
  amex: 20,
  'apple-pay': 17,
  paypal: 19,
};

interface PaymentMarksProps {
  readonly marks: readonly PaymentMark[];
  /** The accessible name of the list, such as 'Accepted payments'. */
  readonly label: string;
  readonly className?: string;
}

/** The marks are on white chips in both themes, because the brands require it. */
export function PaymentMarks({ marks, label, className = '' }: PaymentMarksProps) {
  if (marks.length === 0) return null;
  return (
    <ul aria-label={label} className={`flex flex-wrap gap-2 ${className}`}>
      {marks.map((mark) => {
        const { width, height } = PAYMENT_MARK_SIZES[mark];
        return (
          <li
            key={mark}
            className="grid h-[34px] min-w-[54px] place-items-center rounded-[8px] bg-white px-2.5 ring-1 ring-[#e3dfd5] ring-inset forced-color-adjust-none"
          >
            <svg
              role="img"
              aria-label={NAMES[mark]}
              width={`${Math.round((HEIGHTS[mark] * width) / height) / 16}rem`}
              height={`${HEIGHTS[mark] / 16}rem`}
            >
              <use href={`${sprite}#${mark}`} />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}
