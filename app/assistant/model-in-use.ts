import type { ModelSettings } from '../platform/model-settings.server.ts';
import type { Settings } from '../platform/settings.server.ts';

/** The model that drafts answers; undefined where none is named, or an admin has turned it off. */
export function modelInUse({
  model,
  answerDrafts,
}: Pick<Settings, 'model' | 'answerDrafts'>): ModelSettings | undefined {
  return answerDrafts === 'on' ? model : undefined;
}
