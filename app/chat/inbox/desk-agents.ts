import { getJson } from '../../platform/api-client.ts';
import type { AgentView } from '../protocol/views.ts';

/** Debounces many changes into one request. */
const ASK_AFTER_MS = 400;

interface DeskAgentsOptions {
  onChange(agents: readonly AgentView[]): void;
  onError(error: unknown): void;
}

export class DeskAgents {
  readonly #options: DeskAgentsOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DeskAgentsOptions) {
    this.#options = options;
  }

  askSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), ASK_AFTER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    try {
      const { agents } = await getJson<{ agents: AgentView[] }>('/agentchat/agents');
      this.#options.onChange(agents);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
