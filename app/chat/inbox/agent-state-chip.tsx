import { say } from '../../platform/say.ts';
import { Chip } from '../../ui/chip.tsx';
import type { AgentState } from '../protocol/desk-state.ts';

const WORDS = { online: 'Online', busy: 'Busy', away: 'Away' } as const;
const TONES = { online: 'success', busy: 'amber', away: 'plain' } as const;

export function AgentStateChip({ state }: { state: AgentState }) {
  return <Chip tone={TONES[state]}>{say(WORDS[state])}</Chip>;
}
