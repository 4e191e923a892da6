// Put before the script of the worker that keeps models: what it writes lies on a disk that has so much room as it is
// told, and behaves when it is full as browsers do. It says when it has heard.
{
  let room = Infinity, how = "";
  const channel = new BroadcastChannel("disk");
  channel.onmessage = ({ data }) => {
    [room, how] = [data[0] ?? Infinity, data[1]];
    channel.postMessage("heard");
  };

  const { write, truncate } = FileSystemSyncAccessHandle.prototype;
  FileSystemSyncAccessHandle.prototype.write = function (bytes, options) {
    const grows = Math.max(0, (options?.at ?? 0) + bytes.byteLength - this.getSize());
    if (grows > room && how === "refuses") throw new DOMException("The disk is full.", "QuotaExceededError");
    const fits = bytes.byteLength - Math.max(0, grows - room);
    room -= Math.min(grows, room);
    return write.call(this, bytes.subarray(0, fits), options);
  };
  FileSystemSyncAccessHandle.prototype.truncate = function (size) {
    room += Math.max(0, this.getSize() - size);
    return truncate.call(this, size);
  };

  const { estimate } = StorageManager.prototype;
  StorageManager.prototype.estimate = function () {
    return how === "says" ? Promise.resolve({ quota: room, usage: 0 }) : estimate.call(this);
  };
}
