import * as v from 'valibot';

export const origin = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
  }, 'must be an origin such as https://shop.example, without a path'),
);
