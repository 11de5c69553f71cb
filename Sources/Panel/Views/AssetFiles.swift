import Web

/// The files that pages load. They say nothing of the box, so everybody may have them.
enum AssetFiles: PanelPage {
  static let routes = [
    Route.get("/assets/:name", .everybody) { request in
      guard let asset = Assets.all.first(where: { $0.name == request.parameters["name"] }) else {
        return .page(FaultPage.notFound(request), .notFound)
      }
      return Reply(
        .ok, [("Content-Type", asset.type), ("Cache-Control", "public, max-age=31536000, immutable")],
        .bytes(asset.bytes))
    }
  ]
}
