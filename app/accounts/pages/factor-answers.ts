import { say } from '../../platform/say.ts';

const KEEP_CODES =
  'Keep these recovery codes somewhere safe: they are not shown again. Each lets you in once.';

export function renewed(codes: readonly string[]) {
  const keepCodes = say(KEEP_CODES);
  return { message: say('The codes of before work no more. {keepCodes}', { keepCodes }), codes };
}

/** The first factor comes with recovery codes. */
export function added(codes: readonly string[], what: string) {
  const isSetUp = say('{what} is set up.', { what });
  const message = codes.length > 0 ? `${isSetUp} ${say(KEEP_CODES)}` : isSetUp;
  return { message, codes };
}
