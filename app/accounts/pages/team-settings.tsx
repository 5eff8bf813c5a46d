import { say, languageNow } from '../../platform/say.ts';
import { OTHER_TOPIC } from '../../chat/protocol/rules.ts';
import { DraftsSection } from '../../assistant/ui/drafts-section.tsx';
import { isSettingName } from '../../platform/changeable-settings.ts';
import { readSavedSettings } from '../../platform/live-settings.server.ts';
import { describeIntake } from '../../inbound-email/server/describe-intake.server.ts';
import { IntakeSection } from '../../inbound-email/ui/intake-section.tsx';
import { describeMailSetup } from '../server/settings/send-test-mail.server.ts';
import { sayLabel, type TargetTopic } from '../protocol/setting-labels.ts';
import { requirePlace } from '../../http/member.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-settings.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { runSettingsAction } from './settings-actions.server.ts';
import { SettingsForm } from '../ui/settings-form.tsx';

export const loader = pageAt('/team/settings', async ({ host, member, request }) => {
  const { db, settings, settingsAtStart, catalogue } = host;
  const { texts, changedAt } = await readSavedSettings(db);
  const query = new URL(request.url).searchParams;
  const topics = catalogue.words.allTopics(languageNow()).map(({ id, name, minutes, isHidden }) => {
    return { id, name, minutes, isHidden, isForOthers: id === OTHER_TOPIC };
  });
  return {
    topics,
    current: { ...settingsAtStart, ...texts },
    atStart: settingsAtStart,
    changedAt: Object.fromEntries(
      Object.entries(changedAt).map(([name, at]) => [name, at.toISOString()]),
    ),
    mail: describeMailSetup(settings),
    intake: await describeIntake(db, settings),
    model: settings.model && { name: settings.model.name, host: new URL(settings.model.url).host },
    timeZones: Intl.supportedValuesOf('timeZone'),
    saved: labelsOf(query.get('saved'), topics),
    reset: labelsOf(query.get('reset'), topics),
    testMailTo: member.email,
  };
});

/** `names` comes from the URL, which anybody can forge, so unknown names are ignored. */
function labelsOf(names: string | null, topics: readonly TargetTopic[]): string {
  const known = (names ?? '').split(',').filter(isSettingName);
  return known.map((name) => sayLabel(name, topics)).join(', ');
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = await requirePlace(context, request, '/team/settings');
  return runSettingsAction(context, session, request);
}

export default function TeamSettings({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { current, atStart, changedAt, topics, intake, model, ...rest } = loaderData;
  const page = { current, atStart, changedAt, topics, answer };
  return (
    <MemberPage
      title={say('Settings')}
      lead={say('What the marketplace says about itself, when it is open, and what it keeps.')}
    >
      <SettingsForm
        page={page}
        incoming={<IntakeSection page={page} intake={intake} />}
        drafts={<DraftsSection page={page} model={model} />}
        {...rest}
      />
    </MemberPage>
  );
}
