import { t } from '../../i18n/translate.ts';
import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { serverNow } from '../../platform/api-client.ts';
import type { InboxEntry } from '../protocol/views.ts';
import { isLate, formatWait, WaitMeter, type WaitRules } from '../protocol/waiting.ts';

/** The smallest unit shown is a minute. */
const TICK_MS = 5_000;

interface Judge {
  readonly rules: WaitRules;
  readonly meter: WaitMeter;
}

const JudgeContext = createContext<Judge | null>(null);

interface WaitRulesProviderProps {
  readonly rules: WaitRules;
  readonly children: ReactNode;
}

export function WaitRulesProvider({ rules, children }: WaitRulesProviderProps) {
  // Every count delivers a new object, mostly with the same rules. The key keeps the old object then.
  const key = JSON.stringify(rules);
  const judge = useMemo(() => {
    const parsed = JSON.parse(key) as WaitRules;
    return { rules: parsed, meter: new WaitMeter(parsed) };
  }, [key]);
  return <JudgeContext value={judge}>{children}</JudgeContext>;
}

/** Shows 'Needs response' and the waiting time, which follows from `waiting_since` alone (rule 142). */
export function NeedsResponse({ inboxEntry }: { inboxEntry: InboxEntry }) {
  const { waitingSince, topicId } = inboxEntry;
  return waitingSince === null ? null : <WaitLabel waitingSince={waitingSince} topicId={topicId} />;
}

interface WaitLabelProps extends Pick<InboxEntry, 'topicId'> {
  readonly waitingSince: string;
}

function WaitLabel({ waitingSince, topicId }: WaitLabelProps) {
  const wait = useWait(waitingSince, topicId);
  const tone = wait?.isLate ? 'bg-error-tint text-error' : 'bg-amber-tint text-amber';
  return (
    <>
      <span className={`shrink-0 rounded-[7px] px-1.5 py-0.5 text-[13px] font-semibold ${tone}`}>
        {t('Needs response')}
      </span>
      {wait && (
        <time
          dateTime={waitingSince}
          data-testid="wait"
          className={`shrink-0 text-[13px] font-semibold tabular-nums ${wait.isLate ? 'text-error' : 'text-amber'}`}
        >
          {wait.text}
          {wait.isLate && <span className="sr-only">{t(', past its target')}</span>}
        </time>
      )}
    </>
  );
}

const LATE = ' late';

/** Server rendering shows no waiting time, because it would be outdated when the page runs. */
function useWait(waitingSince: string, topicId: InboxEntry['topicId']) {
  const judge = useContext(JudgeContext);
  // A single string lets React skip items whose minute has not changed.
  const said = useSyncExternalStore(
    onTick,
    () => {
      if (!judge) return '';
      // The server's clock is used, so that reports, queue and colleagues show the same time.
      const ms = judge.meter.between(new Date(waitingSince), new Date(serverNow()));
      return formatWait(ms) + (isLate(judge.rules, topicId, ms) ? LATE : '');
    },
    () => '',
  );
  if (said === '') return undefined;
  const isPast = said.endsWith(LATE);
  return { text: isPast ? said.slice(0, -LATE.length) : said, isLate: isPast };
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
