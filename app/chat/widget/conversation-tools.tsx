import type { ConversationView, MessageView } from '../protocol/views.ts';
import { say } from '../../platform/say.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { ContinueElsewhere } from './continue-elsewhere.tsx';
import { SoundButton } from './sound-button.tsx';
import { ToolButton } from './tool-button.tsx';
import { downloadText, transcriptName, writeTranscript } from './transcript.ts';
import type { VisitorChat } from './visitor-chat.ts';
import { YourName } from './your-name.tsx';

const YourOrders = lazyPart(async () => (await import('./your-orders.tsx')).default);

interface ConversationToolsProps {
  readonly conversation: ConversationView;
  readonly messages: readonly MessageView[];
  readonly brandName: string;
  readonly email: string | null;
  readonly chat: VisitorChat;
  readonly onActed: () => void;
}

export default function ConversationTools(props: ConversationToolsProps) {
  const { conversation, messages, brandName, email, chat, onActed } = props;
  return (
    <div className="flex flex-wrap justify-center">
      <ToolButton
        icon="download-simple"
        label={say('Download transcript')}
        onClick={() =>
          downloadText(
            transcriptName(conversation, brandName),
            writeTranscript(conversation, messages, brandName),
          )
        }
      >
        {say('Transcript')}
      </ToolButton>
      <SoundButton />
      <ContinueElsewhere chat={chat} email={email} />
      <YourName chat={chat} name={conversation.visitorName} onActed={onActed} />
      <ConfirmAddress
        chat={chat}
        email={email}
        isConfirmed={conversation.isConfirmed}
        onActed={onActed}
      />
      {conversation.isConfirmed && <YourOrders conversationId={conversation.id} />}
    </div>
  );
}
