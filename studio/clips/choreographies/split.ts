import { PALETTES } from '../../palettes.ts';
import { paint, plan } from '../../render.ts';
import { circle, d, emblem, line, rect } from '../../shapes.ts';
import { drawAct } from '../acts.ts';
import { around } from '../cast.ts';
import type { Cast, Choreography, Colours } from '../cast.ts';
import { badge } from '../effects.ts';
import { HEIGHT, WIDTH, box, cut, pose } from '../frame.ts';
import { easeBoth, easeOut, mix, span, swing } from '../motion.ts';
import { chooseGround, grounded, restHeight, shadowOf } from '../placing.ts';
import { fillFrame } from '../scenes.ts';
import { drawGround } from '../stages.ts';

/** A grip on a dividing line. */
function drawGrip(x: number, y: number, { inks }: Colours): string {
  return pose(
    { x, y },
    paint([circle(0, 0, 25, inks.light), line('M-7-8L-14 0L-7 8M7-8L14 0L7 8', inks.dark, 5)]),
  );
}

/** Where the dividing line is: it dwells left, travels right, and comes back. */
function divide(t: number): number {
  return mix(0.16, 0.86, easeBoth(span(t, 0.1, 0.44)) - easeBoth(span(t, 0.58, 0.92)));
}

/** The construction drawing of the object, and the finished thing. */
function construction(cast: Cast): (t: number) => string {
  const ground = chooseGround(cast, ['halo', 'beams', 'rays']);
  const scale = cast.standing ? 1.24 : 1.2;
  const { light, dark, trace } = PALETTES.video;
  let grid = '';
  for (let x = 0; x <= WIDTH; x += 32) grid += d`M${x} 0V${HEIGHT}`;
  for (let y = 20; y <= HEIGHT; y += 32) grid += d`M0 ${y}H${WIDTH}`;
  const paper =
    paint([rect(0, 0, WIDTH, HEIGHT, dark)]) +
    `<path d="${grid}" stroke="${light}" stroke-width="1" opacity=".16"/>` +
    `<path d="M320 0V360M0 174H640" stroke="${trace}" stroke-width="1.4" stroke-dasharray="7 8"/>` +
    `<circle cx="320" cy="174" r="150" fill="none" stroke="${trace}" stroke-width="1.4" stroke-dasharray="7 8"/>`;
  const outline = plan(cast.object, { paper: dark, line: light, accent: trace });
  const y = restHeight(cast.standing, scale);
  return (t) => {
    const x = divide(t) * WIDTH;
    const bob = cast.standing ? 0 : swing(t, 2) * 4;
    const at = { x: 320, y: y + bob, scale };
    const done =
      drawGround(ground, cast.field, t) +
      shadowOf(cast, 320, scale) +
      pose(at, grounded(cast.object, cast.standing));
    return (
      paper +
      pose(at, outline) +
      cut('done', box(0, 0, x, HEIGHT), done) +
      paint([rect(x - 3, 0, 6, HEIGHT, cast.inks.light)]) +
      drawGrip(x, 292, cast)
    );
  };
}

/** One scene in two lights. */
function lights(cast: Cast): (t: number) => string {
  const [, other] = cast.fields;
  const grey: Colours['inks'] = {
    ...other.inks,
    one: '#8d6a72',
    two: '#c9a9a2',
    three: '#b58f8d',
    four: '#a57c80',
    light: '#e3cfc6',
  };
  const scene = around(cast.scenes, 0);
  return (t) => {
    const x = divide(t) * WIDTH;
    const frame = { x: 320, y: 180, w: WIDTH, h: HEIGHT, zoom: 1.03 + swing(t) * 0.02 };
    const marks = [
      pose(
        { x: 66, y: 56, scale: easeOut(span(x, 60, 130)) },
        badge(around(cast.props, 0), 34, cast.inks.light, cast.inks.one),
      ),
      pose(
        { x: 574, y: 56, scale: 1 - easeOut(span(x, 500, 540)) },
        badge(around(cast.props, 1), 34, grey.light, grey.one),
      ),
    ];
    return (
      fillFrame('before', scene, grey, t, frame) +
      cut('after', box(0, 0, x, HEIGHT), fillFrame('finished', scene, cast.inks, t, frame)) +
      paint([rect(x - 3, 0, 6, HEIGHT, cast.inks.light)]) +
      drawGrip(x, 180, cast) +
      marks.join('')
    );
  };
}

/** Four panels come in, and change places in turn. */
function panels(cast: Cast): (t: number) => string {
  const corners = [
    [160, 90],
    [480, 90],
    [480, 270],
    [160, 270],
  ] as const;
  const items = [0, 1, 2, 3].map((index) => {
    const colours = around(cast.fields, index === 3 ? 1 : index);
    const shapes = index === 0 ? cast.object : drawAct(around(cast.acts, index), colours.inks);

    return { colours, drawing: grounded(shapes, false), turns: index % 2 === 0 ? 1 : -1 };
  });
  return (t) => {
    const step = Math.floor(t * 4) % 4;
    const q = t * 4 - Math.floor(t * 4);
    const moved = easeBoth(span(q, 0.56, 0.96));
    return items
      .map(({ colours, drawing, turns }, index) => {
        const [x1, y1] = around(corners, index + step);
        const [x2, y2] = around(corners, index + step + 1);
        const [x, y] = [mix(x1, x2, moved), mix(y1, y2, moved)];
        const shrink = 1 - Math.sin(moved * Math.PI) * 0.1;
        const hop = Math.sin(moved * Math.PI) * turns * 5;
        const inside =
          paint([
            rect(-160, -90, 320, 180, colours.field.base),
            circle(0, 0, 74, colours.field.pale),
          ]) +
          pose(
            {
              y: 3,
              // One after the other has its turn; four that never rest would be a muddle.
              scale: 0.7 + (index === step ? Math.sin(span(q, 0.05, 0.5) * Math.PI) * 0.09 : 0),
              turn: hop + (index === step ? swing(span(q, 0.05, 0.5), 2) * 6 : 0),
            },
            drawing,
          );
        return pose(
          { x, y, scale: shrink },
          cut(`panel-${index}`, box(-157, -87, 314, 174, 10), inside),
        );
      })
      .reduce((all, panel) => all + panel, paint([rect(0, 0, WIDTH, HEIGHT, cast.inks.dark)]));
  };
}

/** Two halves with a slanting line between them; each has its say. */
function halves(cast: Cast): (t: number) => string {
  const [first, second] = [cast.fields[0], cast.fields[2]];
  const [left, right] = [first.object, drawAct(around(cast.acts, 0), second.inks)];
  return (t) => {
    const lean = swing(t) * 118;
    const edge = 320 + lean;
    const mask = d`M0 0H${edge + 50}L${edge - 50} ${HEIGHT}H0Z`;
    const grow = lean / 118;
    const side = (colours: Colours, drawing: string, x: number, size: number): string =>
      paint([circle(x, 178, 152, colours.field.pale), circle(x, 178, 122, colours.field.deep)]) +
      pose({ x, y: 178, scale: size }, drawing);
    const other = pose(
      { x: 160 + lean * 0.5 },
      side(second, grounded(right, false), 320, 1.08 - grow * 0.2),
    );
    return (
      paint([rect(0, 0, WIDTH, HEIGHT, second.field.base)]) +
      other +
      cut(
        'half',
        mask,
        pose(
          { x: -160 + lean * 0.5 },
          paint([rect(0, 0, WIDTH + 320, HEIGHT, first.field.base)]) +
            side(first, grounded(left, false), 320, 1.08 + grow * 0.2),
        ),
      ) +
      paint([line(d`M${edge + 50} -4L${edge - 50} ${HEIGHT + 4}`, cast.inks.light, 8)])
    );
  };
}

/** A wall of small pictures that turn over like tiles, one diagonal after the other. */
function tiles(cast: Cast): (t: number) => string {
  const [columns, rows] = [4, 2];
  const names = [cast.emblem, ...cast.props];
  return (t) => {
    let drawing = paint([rect(0, 0, WIDTH, HEIGHT, cast.inks.dark)]);
    for (let index = 0; index < columns * rows; index += 1) {
      const [column, rowAt] = [index % columns, Math.floor(index / columns)];
      const turn = [0, 1, 2].reduce(
        (sum, third) =>
          sum +
          easeBoth(
            span(
              t,
              third / 3 + 0.06 + (column + rowAt) * 0.022,
              third / 3 + 0.22 + (column + rowAt) * 0.022,
            ),
          ),
        0,
      );
      const face = Math.cos((turn % 1) * Math.PI);
      const which = Math.floor(turn + 0.5);
      const colours = around(cast.fields, column + rowAt + which);
      const w = WIDTH / columns;
      const show = (index + which) % 3;
      // Out of step with the kinds, so that neighbours rarely repeat; after three turns as before.
      const motif = (Math.floor(index * 2.5) + which) % 3;
      const content =
        show === 0
          ? fillFrame(`tile-${index}`, around(cast.scenes, motif), colours.inks, 0, {
              x: 0,
              y: 0,
              w: w - 6,
              h: 174,
            })
          : paint([
              rect(-w / 2 + 3, -87, w - 6, 174, colours.field.base),
              circle(0, 0, 58, show === 1 ? colours.inks.one : colours.inks.light),
              emblem(
                around(names, motif),
                0,
                0,
                66,
                show === 1 ? colours.inks.light : colours.inks.one,
              ),
            ]);
      drawing += pose(
        {
          x: (column + 0.5) * w,
          y: 90 + rowAt * 180,
          scaleX: Math.max(0.02, Math.abs(face)),
          scaleY: 1 - Math.sin((turn % 1) * Math.PI) * 0.06,
        },
        content,
      );
    }
    return drawing;
  };
}

const MANNERS: Readonly<Record<string, Choreography>> = {
  construction,
  lights,
  panels,
  halves,
  tiles,
};

/** The frame is divided, and the parts play against each other. */
export const split: Choreography = (cast) => (MANNERS[cast.manner] ?? panels)(cast);
