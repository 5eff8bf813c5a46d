export const COUPON_SCOPES = ['everything', 'sections', 'services'] as const;

export type CouponScopeKind = (typeof COUPON_SCOPES)[number];

/** Reserved and consumed redemptions count for the limits, released ones do not. */
export const REDEMPTION_STATES = ['reserved', 'consumed', 'released'] as const;
