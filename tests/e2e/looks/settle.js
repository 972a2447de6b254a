// Wait until nothing moves any more, or for a second.
async () => {
  let calm = 0;
  for (let frames = 0; calm < 2 && frames < 60; frames += 1) {
    await new Promise(requestAnimationFrame);
    calm = document.getAnimations().some(({ playState }) => playState === "running") ? 0 : calm + 1;
  }
}
