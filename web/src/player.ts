// Plays sounds: pieces of a few small files, and the system's own voice where it has one for the language.

import effects from "../sound/effects.json";
import effectsFile from "../sound/effects.mp3?url";
import voices from "../sound/voice.json";
import de from "../sound/voice-de.mp3?url";
import en from "../sound/voice-en.mp3?url";
import fr from "../sound/voice-fr.mp3?url";
import it from "../sound/voice-it.mp3?url";
import { say, type Language } from "./words.svelte";

type Pieces = Record<string, number[]>;
const VOICES: Record<Language, string> = { de, en, fr, it };
const GAP = 0.06; // seconds between two words
const loaded = new Map<string, Promise<AudioBuffer>>();
let context: AudioContext | null = null;
let speaking: AudioBufferSourceNode[] = [];

function room(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function buffer(url: string): Promise<AudioBuffer> {
  const found = loaded.get(url) ?? fetched(url);
  loaded.set(url, found);
  found.catch(() => loaded.delete(url));
  return found;
}

async function fetched(url: string): Promise<AudioBuffer> {
  const answer = await fetch(url);
  return room().decodeAudioData(await answer.arrayBuffer());
}

function piece(
  sound: AudioBuffer,
  [start = 0, length = 0]: number[],
  volume: number,
  after = 0,
): AudioBufferSourceNode {
  const at = room();
  const node = at.createBufferSource();
  const loudness = at.createGain();
  loudness.gain.value = volume;
  node.buffer = sound;
  node.connect(loudness).connect(at.destination);
  node.start(at.currentTime + after, start, length);
  return node;
}

export async function effect(name: string, volume: number): Promise<void> {
  const found = (effects as Pieces)[name];
  if (found) piece(await buffer(effectsFile), found, volume);
}

/** Say words one after another; who still speaks is cut short. */
export async function speak(words: string[], language: Language, volume: number): Promise<void> {
  const voice = systemVoice(language);
  if (voice) return speakAs(voice, words, volume);
  const pieces = (voices as Record<Language, Pieces>)[language];
  const sound = await buffer(VOICES[language]);
  speaking.forEach((node) => node.stop());
  speaking = [];
  let after = 0;
  for (const word of words) {
    const found = pieces[word];
    if (!found) continue;
    speaking.push(piece(sound, found, volume, after));
    after += (found[1] ?? 0) + GAP;
  }
}

function systemVoice(language: Language): SpeechSynthesisVoice | undefined {
  if (typeof speechSynthesis === "undefined") return undefined;
  return speechSynthesis.getVoices().find((voice) => voice.localService && voice.lang.startsWith(language));
}

function speakAs(voice: SpeechSynthesisVoice, words: string[], volume: number): void {
  speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(words.map(spelled).join(" "));
  spoken.voice = voice;
  spoken.lang = voice.lang;
  spoken.volume = volume;
  spoken.pitch = 1.2;
  speechSynthesis.speak(spoken);
}

const spelled = (word: string) => say(/^\d+$/.test(word) ? `number.${word}` : `voice.${word}`);
