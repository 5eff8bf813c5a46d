import { t } from '../../i18n/translate.ts';
import { type ChatWords, langOfChatText } from '../protocol/chat-words.ts';
import { langOf } from '../../platform/lang-of.ts';
import { Bubble } from '../client/message-bubble.tsx';
import { TopicStep } from './topic-step.tsx';

const nothing = () => {};

/** Previews the chat's automatic texts; none of its buttons does anything. */
export function ChatPreview({ words }: { readonly words: ChatWords }) {
  const { greeting, topics, emailQuestion, afterTopic, afterEmail } = words;
  return (
    <main className="container-page pt-10">
      <h1 className="text-[32px]">{t('Chat preview')}</h1>
      <div className="mt-6 flex max-w-[384px] flex-col gap-2.5 rounded-panel border border-line bg-canvas p-4">
        {greeting.map((line) => (
          <Bubble key={line} lang={langOf(words, 'greeting')}>
            {line}
          </Bubble>
        ))}
        <TopicStep
          topics={topics}
          isBusy
          isCompact={false}
          prompts={0}
          earlier={[]}
          onChoose={nothing}
          onOpenEarlier={nothing}
        />
        <Bubble lang={langOf(words, 'emailQuestion')}>{emailQuestion}</Bubble>
        {[afterTopic, afterEmail, ...topics.flatMap(({ reply }) => reply ?? [])].map((answer) => (
          <Bubble key={answer} lang={langOfChatText(words, answer)}>
            {answer}
          </Bubble>
        ))}
      </div>
    </main>
  );
}
