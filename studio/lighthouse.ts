import { seededRandom } from './random.ts';
import { d, round } from './shapes.ts';

const WIDTH = 1200;
const HEIGHT = 520;
/** Where the light is. */
const LAMP = { x: 902, y: 150 };
const HORIZON = 372;

/** The beam looks about; for whoever asked for less motion it stands still. */
const LOOKING =
  '<style>.beam{transform-origin:902px 150px;animation:look 9s ease-in-out infinite alternate}' +
  '@keyframes look{from{transform:rotate(-5deg)}to{transform:rotate(9deg)}}' +
  '@media(prefers-reduced-motion:reduce){.beam{animation:none}}</style>';

/** A lighthouse on its rock at night, its beam out over the sea and a small boat in it. */
export function drawLighthouse(): string {
  const { x, y } = LAMP;
  const random = seededRandom('lighthouse');
  let stars = '';
  // Where no words stand.
  for (let index = 0; index < 44; index += 1) {
    const at = [round(560 + random() * (WIDTH - 560)), round(random() * (HORIZON - 40))] as const;
    const radius = round(0.7 + random() * 1.4);
    stars += `<circle cx="${at[0]}" cy="${at[1]}" r="${radius}" opacity="${round(0.3 + random() * 0.6)}"/>`;
  }
  const beam = d`M${x} ${y - 6}L${x - 520} ${y + 150}V${y + 290}L${x} ${y + 8}Z`;
  const tower = d`M${x - 26} ${y + 30}H${x + 26}L${x + 44} 402H${x - 44}Z`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">${LOOKING}` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0E1430"/><g fill="#fff">${stars}</g>` +
    // It ends nowhere: an edge would look like a sheet of paper.
    `<linearGradient id="beam" x1="1" x2="0"><stop stop-color="#FFE9B8" stop-opacity=".26"/><stop offset="1" stop-color="#FFE9B8" stop-opacity="0"/></linearGradient>` +
    `<path class="beam" d="${beam}" fill="url(#beam)"/>` +
    `<path d="${wave(HORIZON, 8, 150)}" fill="#26349A"/>` +
    `<g transform="translate(476 314) scale(2.1)"><path d="M17 2.5C24 8 28.5 14.5 29.5 21H17Z" fill="#93A4FF"/><path d="M14.5 7C9 11 5.5 16 4 21H14.5Z" fill="#FFC43D"/><path d="M2.5 24H30C28 28.2 24.5 30 20.5 30H11C7 30 4 27.8 2.5 24Z" fill="#F4F2EB"/></g>` +
    `<path d="M780 430C810 386 846 372 902 372S1010 392 1052 446V520H760Z" fill="#060918"/>` +
    `<path d="${tower}" fill="#F4F2EB"/>` +
    stripe(232) +
    stripe(316) +
    `<path d="M${x - 36} ${y + 20}H${x + 36}V${y + 32}H${x - 36}Z" fill="#4C69F2"/>` +
    `<rect x="${x - 18}" y="${y - 16}" width="36" height="36" fill="#FFC43D"/><circle cx="${x}" cy="${y + 2}" r="54" fill="#FFE9B8" opacity=".22"/>` +
    `<path d="M${x - 26} ${y - 16}H${x + 26}L${x} ${y - 46}Z" fill="#EE4B2E"/>` +
    `<path d="${wave(408, 10, 190)}" fill="#1C2780"/><path d="${wave(458, 11, 230)}" fill="#0F164C"/></svg>`
  );
}

/** A red band round the tower, as wide as that is there. */
function stripe(top: number): string {
  const half = (at: number) => 26 + ((at - 180) / 222) * 18;
  const { x } = LAMP;
  const [upper, lower] = [half(top), half(top + 40)];
  return `<path d="${d`M${x - upper} ${top}H${x + upper}L${x + lower} ${top + 40}H${x - lower}Z`}" fill="#EE4B2E"/>`;
}

function wave(y: number, swell: number, length: number): string {
  const turns = `t${length / 2} 0`.repeat(Math.ceil((2 * WIDTH) / length) + 1);
  return d`M${-length} ${y}q${length / 4} ${-swell} ${length / 2} 0${turns}V${HEIGHT}H${-length}Z`;
}
