// Apart from the list of currencies, which no page of a visitor needs.

/** Those that have another number of digits behind the point than two, as ISO 4217 says. */
const NONE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THREE = 'BHD IQD JOD KWD LYD OMR TND';

/** How many digits a currency has behind the point: 2 for dollars, 0 for yen. */
export function minorDigits(currency: string): number {
  return NONE.includes(currency) ? 0 : THREE.includes(currency) ? 3 : 2;
}
