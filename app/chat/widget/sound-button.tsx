import { useState } from 'react';
import { say } from '../../platform/say.ts';
import { hasAnswerSound, setAnswerSound, soundNow } from './answer-sound.ts';
import { ToolButton } from './tool-button.tsx';

/** Switches sound and vibration for answers; turning them on plays the sound once. */
export function SoundButton() {
  const [isOn, setOn] = useState(hasAnswerSound);
  return (
    <ToolButton
      icon={isOn ? 'bell-ringing' : 'bell'}
      isPressed={isOn}
      label={say('Sound and vibration for answers')}
      onClick={() => {
        setAnswerSound(!isOn);
        setOn(!isOn);
        if (!isOn) void soundNow();
      }}
    >
      {say('Sound')}
    </ToolButton>
  );
}
