const JSON_RANGES = ['application/json', 'application/problem+json', 'application/*', '*/*'];

/** Whether an Accept header lets JSON in; no header lets everything in. */
export function acceptsJson(accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true;
  return accept.split(',').some((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return (
      JSON_RANGES.includes(range) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    );
  });
}
