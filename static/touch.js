// What a phone lets the thumb feel, the same everywhere; nothing for what others do.

const feel = (pattern) => navigator.vibrate?.(pattern);

/** A tap was taken. */
export const tick = () => feel(10);
export const saved = () => feel([10, 60, 10]);
export const refused = () => feel(60);
