// Separate from the list of currencies, which no page of a visitor needs.

/** Currencies with zero or three decimals according to ISO 4217; all others have two. */
const NONE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THREE = 'BHD IQD JOD KWD LYD OMR TND';

export function minorDigits(currency: string): number {
  return NONE.includes(currency) ? 0 : THREE.includes(currency) ? 3 : 2;
}
