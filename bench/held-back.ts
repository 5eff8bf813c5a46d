import { ControlGroup, SHORT_TURNS, TURNS_OF_CONTAINERS } from './control-group.ts';
import {
  IN_FLIGHT,
  openFloor,
  openProduct,
  Run,
  STEADY_PER_SECOND,
  VISITORS,
  WARM_UP,
  type OpenLine,
} from './delivery.ts';
import { Installation } from './installation.ts';
import {
  median,
  percentile,
  rounded,
  type Benchmark,
  type BenchmarkOptions,
  type Table,
} from './table.ts';

/** A fifth of the load for a fifth of a CPU. */
const STEADY_HELD_BACK = STEADY_PER_SECOND / 5;
/** Warms up the server, so that the code for single messages is compiled. */
const SETTLING_SECONDS = 45;

export const heldBack: Benchmark = { name: 'held-back', run: compareHeldBack };

const TURNS = [
  { title: 'a millisecond in five', turns: SHORT_TURNS },
  { title: '20 milliseconds in 100', turns: TURNS_OF_CONTAINERS },
] as const;

type HeldBackTimes = readonly (readonly number[])[];

/** Returns no tables where the CPU cannot be limited. */
async function compareHeldBack(options: BenchmarkOptions): Promise<Table[]> {
  const group = ControlGroup.make();
  if (!group) return [];
  const floors: HeldBackTimes[] = [];
  const products: HeldBackTimes[] = [];
  try {
    for (let round = 0; round < (options.isQuick ? 1 : 3); round += 1) {
      floors.push(await measureHeldBack(options, openFloor, group));
      products.push(await measureHeldBack(options, openProduct, group));
    }
  } finally {
    await group.remove();
  }
  return TURNS.map(({ title }, index) => {
    const of = (rounds: readonly HeldBackTimes[], share: number) =>
      median(rounds.map((times) => percentile(times[index]!, share)));
    const row = (of50: number, of99: number) => [rounded(of50, 2), rounded(of99, 2)];
    const floor = [of(floors, 0.5), of(floors, 0.99)] as const;
    const product = [of(products, 0.5), of(products, 0.99)] as const;
    return {
      title: `Delivery by a fifth of a processor, ${title}`,
      columns: ['', `p50 at ${STEADY_HELD_BACK}/s, ms`, 'p99, ms'],
      rows: [
        ['embedded: bare Socket.IO, one insert', ...row(...floor)],
        ['embedded: Embarka', ...row(...product)],
        ['embedded: ratio', ...row(product[0] / floor[0], product[1] / floor[1])],
      ],
      note: 'Only the server is held back, not the senders and receivers.',
    };
  });
}

async function measureHeldBack(
  { isQuick, postgres }: BenchmarkOptions,
  openLine: OpenLine,
  group: ControlGroup,
): Promise<HeldBackTimes> {
  const installation = await Installation.create('embedded', postgres);
  const visitors = await installation.addVisitors(VISITORS);
  const line = await openLine(installation, visitors);
  try {
    const run = new Run(line, visitors);
    await run.send(isQuick ? WARM_UP / 2 : WARM_UP, IN_FLIGHT);
    await run.steadily(isQuick ? 1 : SETTLING_SECONDS);
    const times: (readonly number[])[] = [];
    for (const pid of line.pids) group.hold(pid);
    for (const { turns } of TURNS) {
      group.giveTurns(turns);
      await run.steadily(isQuick ? 2 : 10, STEADY_HELD_BACK);
      times.push(await run.steadily(isQuick ? 10 : 60, STEADY_HELD_BACK));
    }
    return times;
  } finally {
    await line.close();
    await installation.remove();
  }
}
