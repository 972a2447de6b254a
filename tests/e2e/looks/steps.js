// The engine finds one thing at a time, and only until the page shows what it is to stop at. For tests of a review.
{
  const post = Worker.prototype.postMessage;
  const held = [];
  let stop = "html"; // it waits from the start
  window.orders = []; // what the page had when it asked
  const ahead = () => !document.querySelector(stop);
  Worker.prototype.postMessage = function (order, ...rest) {
    if (order?.call !== "review") return post.call(this, order, ...rest);
    const [record, has] = order.with;
    const now = () => {
      window.orders.push(JSON.parse(has));
      post.call(this, { ...order, with: [record, has, 0] }, ...rest);
    };
    if (ahead()) now();
    else held.push(now);
  };
  window.goOn = (there) => {
    stop = there;
    if (ahead()) for (const now of held.splice(0)) now();
  };
}
