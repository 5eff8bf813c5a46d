import type { ChatWords } from '../protocol/chat-words.ts';
import { t } from '../../i18n/translate.ts';
import { Bubble } from '../client/message-bubble.tsx';
import { TopicStep } from './topic-step.tsx';

const nothing = () => {};

/** Previews the chat's automatic texts; none of its buttons does anything. */
export function ChatPreview({ words }: { readonly words: ChatWords }) {
  const { greeting, topics, emailQuestion, afterTopic, afterEmail } = words;
  return (
    <main className="container-page pt-10">
      <h1 className="text-[32px]">{t('The chat')}</h1>
      <div className="mt-6 flex max-w-[384px] flex-col gap-2.5 rounded-panel border border-line bg-canvas p-4">
        {greeting.map((line) => (
          <Bubble key={line}>{line}</Bubble>
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
        <Bubble>{emailQuestion}</Bubble>
        {[afterTopic, afterEmail, ...topics.flatMap(({ reply }) => reply ?? [])].map((answer) => (
          <Bubble key={answer}>{answer}</Bubble>
        ))}
      </div>
    </main>
  );
}
