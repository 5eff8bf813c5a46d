import type { ModelSettings } from '../platform/model-settings.server.ts';
import type { Settings } from '../platform/settings.server.ts';

/** Returns undefined if no model is configured or an admin has turned drafts off. */
export function modelInUse({
  model,
  answerDrafts,
}: Pick<Settings, 'model' | 'answerDrafts'>): ModelSettings | undefined {
  return answerDrafts === 'on' ? model : undefined;
}
