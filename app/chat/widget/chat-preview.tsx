import type { ChatWords } from '../protocol/chat-words.ts';
import { say } from '../../platform/say.ts';
import { Bubble } from './bubble.tsx';
import { TopicStep } from './topic-step.tsx';

const nothing = () => {};

/** Previews the chat's automatic texts; none of its buttons does anything. */
export function ChatPreview({ words }: { readonly words: ChatWords }) {
  const { greeting, topics, emailQuestion, afterTopic, afterEmail } = words;
  return (
    <main className="container-page pt-10">
      <h1 className="text-[32px]">{say('The chat')}</h1>
      <div className="mt-6 flex max-w-[384px] flex-col gap-2.5 rounded-panel border border-line bg-canvas p-4">
        {greeting.map((line) => (
          <Bubble key={line} side="agent">
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
        <Bubble side="agent">{emailQuestion}</Bubble>
        {[afterTopic, afterEmail, ...topics.flatMap(({ reply }) => reply ?? [])].map((answer) => (
          <Bubble key={answer} side="agent">
            {answer}
          </Bubble>
        ))}
      </div>
    </main>
  );
}
