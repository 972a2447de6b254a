// The counting race: ten numbers, lying about.

export function shuffled(): number[] {
  const order = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  for (let n = order.length - 1; n > 0; n -= 1) {
    const other = Math.floor(Math.random() * (n + 1));
    [order[n], order[other]] = [order[other] ?? 0, order[n] ?? 0];
  }
  return order;
}
