import { rounded, type Table } from '../../bench/table.ts';
import {
  CONNECTIONS,
  type Figures,
  type Lengths,
  type Measured,
  type ReadingResult,
} from './measurement.ts';
import { CALM_PER_SECOND, IN_FLIGHT } from './messages.ts';
import type { Kind } from './side.ts';

const READING_COLUMNS = [
  '',
  'requests/s',
  'server, µs',
  'PostgreSQL, µs',
  'p50, ms',
  'p99, ms',
  'bytes',
];
const MB = 1e6;

/** The tables of a run, the processor time of each request first. */
export function tablesOf(measured: Measured, lengths: Lengths): Table[] {
  return [
    ...readingTables(measured.readings, 'page', lengths),
    ...readingTables(measured.readings, 'json', lengths),
    messageTable(measured, lengths),
    processTable(measured, lengths),
  ].filter(({ rows }) => rows.length > 0);
}

function readingTables(
  readings: readonly ReadingResult[],
  kind: Kind,
  { rounds, seconds }: Lengths,
): Table[] {
  const ofKind = readings.filter((reading) => reading.kind === kind);
  const whats = [...new Set(ofKind.map(({ what }) => what))];
  return whats.flatMap((what) =>
    [false, true].flatMap((isCompressed) => {
      const rows = ofKind.filter(
        (each) => each.what === what && each.isCompressed === isCompressed,
      );
      if (rows.length === 0) return [];
      const title = `${kind === 'page' ? 'HTML' : 'JSON'}: ${what}${isCompressed ? ', compressed' : ''}`;
      return {
        title,
        columns: READING_COLUMNS,
        rows: rows.map(readingRow),
        note: `${CONNECTIONS} connections, medians of ${rounds} alternating rounds of ${seconds} s.`,
      };
    }),
  );
}

function readingRow(reading: ReadingResult): string[] {
  const { side, how, perSecond, serverUs, p50, p99, bytes } = reading;
  return [
    how ? `${side}, ${how}` : side,
    rounded(perSecond),
    rounded(serverUs),
    databaseTime(reading),
    rounded(p50, 1),
    rounded(p99, 1),
    rounded(bytes),
  ];
}

function messageTable(
  { messages }: Measured,
  { messageRounds, calmSeconds, fastSeconds }: Lengths,
): Table {
  return {
    title: 'Messages',
    columns: [
      '',
      `p50 at ${CALM_PER_SECOND}/s, ms`,
      'p99, ms',
      'server, µs',
      'PostgreSQL, µs',
      `messages/s, ${IN_FLIGHT} in flight`,
      'p50, ms ',
      'p99, ms ',
      'server, µs ',
      'PostgreSQL, µs ',
    ],
    rows: messages.map(({ side, calm, fast }) => [
      side,
      rounded(calm.p50, 2),
      rounded(calm.p99, 2),
      rounded(calm.serverUs),
      databaseTime(calm),
      rounded(fast.perSecond),
      rounded(fast.p50, 1),
      rounded(fast.p99, 1),
      rounded(fast.serverUs),
      databaseTime(fast),
    ]),
    note: `Time from sending until the receiver's socket has the message, after a durable commit. Processor time for each message, with the idle work of the server and what follows a flood. Medians of ${messageRounds} alternating rounds of ${calmSeconds} s and ${fastSeconds} s.`,
  };
}

function processTable({ processes }: Measured, { starts }: Lengths): Table {
  return {
    title: 'Processes',
    columns: ['', 'start, ms', 'processor, ms', 'memory afterwards, MB', 'processes'],
    rows: processes.map(({ side, startMs, startCpuMs, memory, processes: count }) => [
      side,
      rounded(startMs),
      rounded(startCpuMs),
      rounded(memory / MB),
      String(count),
    ]),
    note: `Start: from the command until an answer, median of ${starts} later starts. Memory: ten seconds after the last measurement, without a forced garbage collection and without the processes of PostgreSQL.`,
  };
}

/** Nothing of a side without PostgreSQL, or that did not ask it. */
function databaseTime({ databaseUs }: Figures): string {
  return databaseUs > 0 ? rounded(databaseUs) : '–';
}
