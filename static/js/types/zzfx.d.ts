// What is used of vendor/zzfx, which comes without types. Importing it opens an audio context: it is
// imported when the first sound is wanted.

/** Play a sound: volume, randomness, frequency in Hz, attack, sustain and release in seconds, shape, ... */
export function zzfx(...parameters: (number | undefined)[]): AudioBufferSourceNode;
export const ZZFX: {
  volume: number;
  audioContext: AudioContext;
};
