import { useId } from 'react';

export interface ChartPoint {
  readonly name: string;
  /** Null if there is no measurement: a bar is missing, and a line has a gap. */
  readonly value: number | null;
}

interface ChartProps {
  readonly title: string;
  readonly points: readonly ChartPoint[];
  readonly kind: 'bars' | 'line';
  /** Formats the values at the axis. */
  readonly format: (value: number) => string;
  /** The base of the axis steps: 60 for seconds shown as minutes. */
  readonly unit?: number;
  /** Values of a period before, drawn as a dashed line over the bars. */
  readonly before?: readonly number[];
}

const WIDTH = 480;
const HEIGHT = 200;
const LEFT = 72;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 28;

/**
 * Renders a bar or line chart as SVG on the server, without scripts. Every chart has a table with the same
 * data below it for screen readers.
 */
export function Chart({ title, points, kind, format, unit = 1, before = [] }: ChartProps) {
  const titleId = useId();
  const values = [...points.map(({ value }) => value ?? 0), ...before];
  const top = unit * niceTop(Math.max(0, ...values) / unit);
  // Only refunds make an amount negative. The axis then has the same step below zero.
  const least = Math.min(0, ...values);
  const bottom = least < 0 ? -unit * niceTop(-least / unit) : 0;
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, points.length);
  const x = (index: number) => LEFT + step * (index + 0.5);
  const y = (value: number) =>
    HEIGHT - BOTTOM - ((value - bottom) / (top - bottom)) * (HEIGHT - TOP - BOTTOM);
  const marks = bottom < 0 ? [bottom, 0, top] : [0, top / 2, top];
  return (
    <svg
      role="img"
      aria-labelledby={titleId}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="chart block h-auto w-full"
    >
      <title id={titleId}>{title}</title>
      {marks.map((mark) => (
        <g key={mark}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(mark)} y2={y(mark)} className="chart-grid" />
          <text x={LEFT - 8} y={y(mark) + 4} textAnchor="end" className="chart-label">
            {format(mark)}
          </text>
        </g>
      ))}
      {kind === 'bars' ? (
        <Bars points={points} step={step} x={x} y={y} />
      ) : (
        <Line points={points} x={x} y={y} />
      )}
      {before.length > 0 && (
        <polyline
          points={before
            .map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
            .join(' ')}
          className="chart-before"
        />
      )}
      {shownNames(points.length).map((index) => (
        <text
          key={index}
          x={x(index)}
          y={HEIGHT - 7}
          textAnchor={anchorOf(index, points.length)}
          className="chart-label"
        >
          {points[index]?.name}
        </text>
      ))}
    </svg>
  );
}

interface MarksProps {
  readonly points: readonly ChartPoint[];
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}

function Bars({ points, step, x, y }: MarksProps & { readonly step: number }) {
  const width = Math.min(40, Math.max(1, step * 0.72));
  return points.map(({ name, value }, index) =>
    value ? (
      <rect
        key={name}
        x={x(index) - width / 2}
        width={width}
        y={Math.min(y(value), y(0))}
        height={Math.max(1, Math.abs(y(0) - y(value)))}
        rx={Math.min(4, width / 4)}
        className="chart-bar"
      />
    ) : null,
  );
}

function Line({ points, x, y }: MarksProps) {
  const path = points
    .map(({ value }, index) => {
      if (value === null) return '';
      const command = (points[index - 1]?.value ?? null) === null ? 'M' : 'L';
      return `${command}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  return (
    <>
      <path d={path} className="chart-line" />
      {points.map(({ name, value }, index) =>
        // A point between two gaps is on no line, so it needs its own dot.
        value === null ? null : (
          <circle
            key={name}
            cx={x(index)}
            cy={y(value)}
            r={points.length > 40 ? 1.5 : 3}
            className="chart-dot"
          />
        ),
      )}
    </>
  );
}

/** Returns the next round number for the axis: 4, 10, 20, 40, 100 … */
function niceTop(value: number): number {
  if (value <= 0) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 8, 10].find((candidate) => candidate * power >= value) ?? 10;
  return Math.max(2, factor * power);
}

/** Selects the labels that fit: the last label and some before it. */
function shownNames(count: number): number[] {
  if (count === 0) return [];
  const every = Math.max(1, Math.ceil((count - 1) / 4));
  // Counting from the last label keeps the distances equal.
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  );
}

function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (count < 3) return 'middle';
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}
