// Pig 10 on a boardgame.io server, written as that framework's manual shows. The rules: docs/rules-pig10.md.
// Prints the port it got, on 127.0.0.1; PORT=n asks for one. Ends when its standard input does.
const { Origins, Server } = require('boardgame.io/server');
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const COPIES = [7, 8, 8, 8, 8, 5, 8, 8, 8, 8, 4]; // of 0, 1, 2 … 10
const DECK = COPIES.flatMap((copies, card) => Array(copies).fill(card));
const HAND = 3, TEN = 10, FROG = 0, PIGMAID = 5;

function setup({ ctx, random }) {
  const deck = random.Shuffle(DECK);
  const players = Object.fromEntries(ctx.playOrder.map((seat) => [seat, deck.splice(-HAND)]));
  const each = (number) => Array(ctx.numPlayers).fill(number);
  return { secret: { deck }, players, held: each(HAND), left: deck.length, won: each(0), middle: [], value: 0 };
}

// Rule 4: the pile values that a card may be laid with.
function calls({ middle, value }, card) {
  if (middle.length === 0 || card === FROG) return [card];
  const allowed = [value + card];
  if (card === PIGMAID && value >= PIGMAID) allowed.push(value - PIGMAID);
  if (card === value || card === middle.at(-1)) allowed.push(card);
  return allowed;
}

function play({ G, ctx, playerID }, card, call) {
  const hand = G.players[playerID];
  if (!hand.includes(card) || !calls(G, card).includes(call)) return INVALID_MOVE;
  const seat = Number(playerID);
  hand.splice(hand.indexOf(card), 1);
  G.middle.push(card);
  G.value = call;
  if (call >= TEN) {
    const right = (seat + ctx.numPlayers - 1) % ctx.numPlayers;
    G.won[call === TEN ? seat : right] += G.middle.length;
    G.middle = [];
    G.value = 0;
  }
  if (G.left > 0) hand.push(G.secret.deck.pop());
  G.left = G.secret.deck.length;
  G.held[seat] = hand.length;
}

const pig10 = {
  name: 'pig10',
  minPlayers: 2,
  maxPlayers: 8,
  setup,
  moves: { play: { move: play, client: false } },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.held.every((cards) => cards === 0) ? { won: G.won } : undefined),
  playerView: PlayerView.STRIP_SECRETS,
  disableUndo: true,
};

const address = { host: '127.0.0.1', port: Number(process.env.PORT ?? 0) };
Server({ games: [pig10], origins: [Origins.LOCALHOST] })
  .run({ port: address })
  .then(({ appServer }) => console.log(appServer.address().port));
process.stdin.on('end', () => process.exit()).resume();
