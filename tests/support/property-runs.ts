/** On how many cases a property is tried: this many, and more with `npm run test:long`. */
export function propertyRuns(count: number): { readonly numRuns: number } {
  return { numRuns: count * Number(process.env.PROPERTY_FACTOR ?? 1) };
}
