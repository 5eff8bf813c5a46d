import type { ConversationView, MessageView } from '../../conversation/wire/views.ts';
import { say } from '../../platform/say.ts';
import { ToolButton } from './tool-button.tsx';
import { downloadText, transcriptName, writeTranscript } from './transcript.ts';

interface TranscriptButtonProps {
  readonly conversation: ConversationView;
  readonly messages: readonly MessageView[];
  readonly brandName: string;
}

export function TranscriptButton({ conversation, messages, brandName }: TranscriptButtonProps) {
  return (
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
  );
}
