const JSON_TYPES = ['application/json', 'application/problem+json'];

/** A missing Accept header accepts everything. */
export function acceptsJson(accept: string | null): boolean {
  return accepts(accept, [...JSON_TYPES, 'application/*', '*/*']);
}

export function acceptsMedia(accept: string | null, media: string): boolean {
  return accepts(accept, [media, media.replace(/\/.*/, '/*'), '*/*']);
}

function accepts(accept: string | null, ranges: readonly string[]): boolean {
  if (accept === null || accept.trim() === '') return true;
  return accept.split(',').some((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return (
      ranges.includes(range) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    );
  });
}
